import {emptyObject, flag, number, object, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {MediaSource, Node} from '../../page/index.ts'
import {ansi, code, field, fields, formatBytes, formatNoun, note} from '../../page/index.ts'
import {describeBlocks, describeText} from '../describe-blocks.ts'
import {textInTag} from '../shared/client-text.ts'
import {describeChange, hunkOf} from '../shared/hunks.ts'
import {
  formatTimeout,
  formatTimeoutValue,
  knownFields,
  otherFields,
  shownElsewhere,
} from '../shared/known-fields.ts'
import {backgroundNote} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A command in a shell: what was run, what it printed on both streams, and where it went on if it did not end. */
const bash: Tool = {
  names: ['Bash', 'PowerShell'],
  subject: (input) => text(input, 'command'),
  asked: (input, answer) => [
    ...fields(
      field('command', 'Command', text(input, 'command')),
      field('description', 'Description', text(input, 'description')),
      field('time', 'Timeout', formatTimeout(number(input, 'timeout'))),
      field('setting', 'Background', isAskedFor(input, answer) ? 'yes' : undefined),
      field('setting', 'Sandbox', flag(input, 'dangerouslyDisableSandbox') ? 'off' : undefined),
    ),
    ...otherFields(input, {
      string: ['command', 'description'],
      number: ['timeout'],
      boolean: ['run_in_background', 'dangerouslyDisableSandbox'],
    }),
  ],
  answered(answer) {
    const {structured} = answer
    const limit = text(structured, 'ghRateLimitHint')
    return [
      ...describeOutput(answer),
      ...describeShellEdits(structured),
      ...describeGit(structured),
      ...(limit === undefined ? [] : [note('warning', limit)]),
      ...describeBackground(answer),
    ]
  },
  outcome(answer) {
    const {structured} = answer
    const exit = number(structured, 'exitCode')
    if (exit !== undefined && exit !== 0) return `exit ${exit}`
    if (backgroundTask(answer) !== undefined) return 'in the background'
    const silent = isSilent(answer) ? 'no output' : undefined
    return text(structured, 'returnCodeInterpretation') ?? gitOutcome(structured) ?? silent
  },
}

/** Where it went to the background, the answer says so. */
const isAskedFor = (input: JsonObject, answer: ToolOutput | undefined): boolean =>
  flag(input, 'run_in_background') === true && !(answer && backgroundTask(answer))

/** What clients say in the place of an output that was empty. */
const silence: ReadonlySet<string> = new Set([
  '',
  '(Bash completed with no output)',
  '(PowerShell completed with no output)',
  'Tool ran without output',
])

function describeOutput(answer: ToolOutput): readonly Node[] {
  const {text: said, content, structured} = answer
  const stdout = text(structured, 'stdout')
  const stderr = text(structured, 'stderr') ?? ''
  const images = describeBlocks(content.filter((block) => block.type !== 'text'))
  if (images.length > 0) return images
  const image = flag(structured, 'isImage') ? imageOf(stdout ?? said) : undefined
  if (image) return [{kind: 'image', source: image, alt: 'image'}]
  const stub = readPersisted(said)
  const heard = stub?.preview ?? (hasOutput(answer) ? said : '')
  const printed = stdout === undefined || (stdout === '' && stderr === '') ? heard : stdout
  return [
    ...(printed === '' ? [] : [ansi(printed)]),
    ...(stderr === '' ? [] : [ansi(stderr, 'error')]),
    ...describePersisted(structured, stub?.path, stub?.size),
  ]
}

function describePersisted(
  structured: JsonObject,
  stubPath: string | undefined,
  stubSize: string | undefined,
): readonly Node[] {
  const path = text(structured, 'persistedOutputPath') ?? text(structured, 'rawOutputPath') ?? stubPath
  const bytes = number(structured, 'persistedOutputSize')
  const size = bytes === undefined ? stubSize : formatBytes(bytes)
  if (path === undefined) return []
  return [note('info', `The whole output${size === undefined ? '' : ` (${size})`} was saved to ${path}`)]
}

/** The words about going on in the background stand where the output would; they are no output. */
const hasOutput = (answer: ToolOutput): boolean =>
  !silence.has(answer.text.trim()) && backgroundTask(answer) === undefined

const isSilent = (answer: ToolOutput): boolean =>
  describeOutput(answer).length === 0 && describeShellEdits(answer.structured).length === 0

/** Older streams have only the sentence. */
const backgroundTask = ({text: said, structured}: ToolOutput): string | undefined =>
  text(structured, 'backgroundTaskId') ??
  (text(structured, 'stdout') === undefined
    ? /^Command running in background with ID: ([\w-]+)/.exec(said)?.[1]
    : undefined)

function describeBackground(answer: ToolOutput): readonly Node[] {
  const task = backgroundTask(answer)
  if (task === undefined) return []
  const limit = formatTimeout(number(answer.structured, 'timedOutAfterMs'))
  if (limit !== undefined) return [note('info', `Moved to the background after ${limit} as ${task}`)]
  const byUser = flag(answer.structured, 'backgroundedByUser')
  return byUser ? [note('info', `Moved to the background by the user as ${task}`)] : [backgroundNote(task)]
}

/** A program in a process that stays: what it printed, what it gave, what went wrong. */
const repl: Tool = {
  names: ['REPL', 'JavaScript'],
  subject: (input) => text(input, 'description') ?? text(input, 'code'),
  asked(input) {
    const source = text(input, 'code')
    return [...(source === undefined ? [] : [code(source, 'javascript')]), ...tellOptions(input)]
  },
  answered({structured, content}) {
    const part = (name: string, describe: (words: string) => readonly Node[]): readonly Node[] =>
      describe(text(structured, name) ?? '')
    const error = (words: string): readonly Node[] => (words === '' ? [] : [ansi(words, 'error')])
    const nodes = [
      ...part('stdout', describeText),
      ...part('result', describeText),
      ...part('stderr', error),
      ...part('error', error),
    ]
    return nodes.length === 0 ? describeBlocks(content) : nodes
  },
}

const tellOptions = knownFields(
  ['description', 'description', 'Description'],
  ['timeout_ms', 'time', 'Timeout', formatTimeoutValue],
  ['timeout', 'time', 'Timeout', formatTimeoutValue],
  ['code', 'command', 'Code', shownElsewhere],
)

/** The files a command changed, as newer clients find out (`bashEditDiff`). */
function describeShellEdits(structured: JsonObject): readonly Node[] {
  const edits = object(structured, 'bashEditDiff') ?? emptyObject
  const more = number(edits, 'moreFiles') ?? 0
  return [
    ...objects(edits, 'files').flatMap((file) =>
      describeChange(
        text(file, 'filePath'),
        objects(file, 'hunks').map((hunk) =>
          hunkOf(texts(hunk, 'lines'), number(hunk, 'oldStart'), number(hunk, 'newStart')),
        ),
      ),
    ),
    ...(more > 0 ? [note('info', `${formatNoun(more, 'more file', 'more files')} changed`)] : []),
  ]
}

/** The pull request that a command opened or changed. */
function describeGit(structured: JsonObject): readonly Node[] {
  const request = object(operation(structured), 'pr') ?? emptyObject
  const url = text(request, 'url')
  return url === undefined ? [] : [{kind: 'link', url, text: requestName(request)}]
}

/** What a command did to a repository, in a few words: `committed 1a2b3c4`, `pushed main`. */
function gitOutcome(structured: JsonObject): string | undefined {
  const commit = object(operation(structured), 'commit') ?? emptyObject
  const push = object(operation(structured), 'push') ?? emptyObject
  const branch = object(operation(structured), 'branch') ?? emptyObject
  const request = object(operation(structured), 'pr')
  const parts = [
    words(text(commit, 'kind'), text(commit, 'sha')?.slice(0, 7)),
    words('pushed', text(push, 'branch')),
    words(text(branch, 'action'), text(branch, 'ref')),
    ...(request ? [`${text(request, 'action') ?? 'used'} ${requestName(request)}`] : []),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(', ')
}

const operation = (structured: JsonObject): JsonObject => object(structured, 'gitOperation') ?? emptyObject

const requestName = (request: JsonObject): string => {
  const count = number(request, 'number')
  return count === undefined ? 'pull request' : `PR #${count}`
}

const words = (verb: string | undefined, object: string | undefined): string | undefined =>
  verb === undefined || object === undefined ? undefined : `${verb} ${object}`

/** The image a program printed as a `data:` address, or nothing where the text is something else. */
function imageOf(printed: string): MediaSource | undefined {
  const address = printed.trim()
  const mediaType = /^data:(image\/[\w.+-]{1,40});base64,/.exec(address)?.[1]
  if (mediaType === undefined) return undefined
  return {kind: 'base64', mediaType, data: address.slice(address.indexOf(',') + 1)}
}

/** An output that was too large for the conversation: what is left of it, and where the rest is. */
interface PersistedOutput {
  readonly preview: string
  readonly path: string | undefined
  /** As the client wrote it. */
  readonly size: string | undefined
}

/** Reads the stub that clients put in the place of a large output; nothing where the text is no such stub. */
function readPersisted(text: string): PersistedOutput | undefined {
  if (!text.startsWith('<persisted-output>')) return undefined
  const stub = textInTag(text, 'persisted-output') ?? text.slice('<persisted-output>'.length)
  const head = stub.slice(0, 4000)
  const preview = stub.indexOf('\n', stub.indexOf('Preview ('))
  return {
    preview: stub.slice(preview + 1).replace(/\n\.\.\.$/, ''),
    path: /saved to: (.*)/.exec(head)?.[1],
    size: /^\s*Output too large \(([^)]*)\)/.exec(head)?.[1],
  }
}

/** Tools that run a command or a program on the user's machine. */
export const shellTools: readonly Tool[] = [bash, repl]
