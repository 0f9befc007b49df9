import {emptyObject, flag, number, object, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {code, formatBytes, formatNoun, type MediaSource, type Node, note} from '../../page/index.ts'
import {describeBlocks, describeText} from '../describe-blocks.ts'
import {readGit} from '../git-operations.ts'
import {textInTag} from '../shared/client-text.ts'
import {describeChange, readHunks} from '../shared/hunks.ts'
import {
  formatSet,
  formatTimeout,
  formatTimeoutValue,
  knownFields,
  textsElsewhere,
} from '../shared/known-fields.ts'
import {backgroundNote, describePrinted, joinParts, optional} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A command in a shell: what was run, what it printed, and the background task that it became. */
const bash: Tool = {
  names: ['Bash', 'PowerShell'],
  subject: (input) => text(input, 'command'),
  asked: (input, output) =>
    // If it runs in the background, the output says so.
    describeCommand(output && backgroundTask(output) ? {...input, run_in_background: false} : input),
  answered(output) {
    const {structured} = output
    return [
      ...describeOutput(output),
      ...describeShellEdits(structured),
      ...describeGit(structured),
      ...optional(text(structured, 'ghRateLimitHint'), (limit) => note('warning', limit)),
      ...describeBackground(output),
    ]
  },
  outcome(output) {
    const {structured} = output
    const exit = number(structured, 'exitCode')
    if (exit !== undefined && exit !== 0) return `exit ${exit}`
    if (backgroundTask(output) !== undefined) return 'in the background'
    const silent = isSilent(output) ? 'no output' : undefined
    return text(structured, 'returnCodeInterpretation') ?? gitOutcome(structured) ?? silent
  },
}

const describeCommand = knownFields(
  ['command', 'command', 'Command'],
  ['description', 'description', 'Description'],
  ['timeout', 'time', 'Timeout', formatTimeoutValue],
  ['run_in_background', 'setting', 'Background', formatSet('yes')],
  ['dangerouslyDisableSandbox', 'setting', 'Sandbox', formatSet('off')],
)

/** What clients write in place of an empty output. */
const silence: ReadonlySet<string> = new Set([
  '',
  '(Bash completed with no output)',
  '(PowerShell completed with no output)',
  'Tool ran without output',
])

function describeOutput(output: ToolOutput): readonly Node[] {
  const {text: said, content, structured} = output
  const stdout = text(structured, 'stdout')
  const stderr = text(structured, 'stderr') ?? ''
  const images = describeBlocks(content.filter((block) => block.type !== 'text'))
  if (images.length > 0) return images
  const image = flag(structured, 'isImage') ? readImage(stdout ?? said) : undefined
  if (image) return [{kind: 'image', source: image, alt: 'image'}]
  const stub = readPersisted(said)
  const received = stub?.preview ?? (hasOutput(output) ? said : '')
  const isStdoutMissing = stdout === undefined || (stdout === '' && stderr === '')
  return [
    ...describePrinted(isStdoutMissing ? received : stdout, stderr),
    ...describePersisted(structured, stub),
  ]
}

function describePersisted(structured: JsonObject, stub: PersistedOutput | undefined): readonly Node[] {
  const path = text(structured, 'persistedOutputPath') ?? text(structured, 'rawOutputPath') ?? stub?.path
  const bytes = number(structured, 'persistedOutputSize')
  const size = bytes === undefined ? stub?.size : formatBytes(bytes)
  return optional(path, () =>
    note('info', `Full output${size === undefined ? '' : ` (${size})`} saved to ${path}`),
  )
}

/** The client's sentence about the background is in the place of the output, and is not output. */
const hasOutput = (output: ToolOutput): boolean =>
  !silence.has(output.text.trim()) && backgroundTask(output) === undefined

const isSilent = (output: ToolOutput): boolean =>
  describeOutput(output).length === 0 && describeShellEdits(output.structured).length === 0

/** Older streams have only the sentence. */
const backgroundTask = ({text: said, structured}: ToolOutput): string | undefined =>
  text(structured, 'backgroundTaskId') ??
  (text(structured, 'stdout') === undefined
    ? /^Command running in background with ID: ([\w-]+)/.exec(said)?.[1]
    : undefined)

function describeBackground(output: ToolOutput): readonly Node[] {
  const task = backgroundTask(output)
  if (task === undefined) return []
  const limit = number(output.structured, 'timedOutAfterMs')
  if (limit !== undefined)
    return [note('info', `Moved to the background after ${formatTimeout(limit)} as ${task}`)]
  const byUser = flag(output.structured, 'backgroundedByUser')
  return byUser ? [note('info', `Moved to the background by the user as ${task}`)] : [backgroundNote(task)]
}

/** A program in a process that keeps running: its output, its result, its error. */
const repl: Tool = {
  names: ['REPL', 'JavaScript'],
  subject: (input) => text(input, 'description') ?? text(input, 'code'),
  asked: (input) => [
    ...optional(text(input, 'code'), (source) => code(source, 'javascript')),
    ...describeReplInput(input),
  ],
  answered({structured, content}) {
    const nodes = [
      ...['stdout', 'result'].flatMap((name) => describeText(text(structured, name) ?? '')),
      ...['stderr', 'error'].flatMap((name) => describePrinted('', text(structured, name))),
    ]
    return nodes.length === 0 ? describeBlocks(content) : nodes
  },
}

const describeReplInput = knownFields(
  ['description', 'description', 'Description'],
  ['timeout_ms', 'time', 'Timeout', formatTimeoutValue],
  ['timeout', 'time', 'Timeout', formatTimeoutValue],
  ...textsElsewhere('code'),
)

/** The files that a command changed, as newer clients find out (`bashEditDiff`). */
function describeShellEdits(structured: JsonObject): readonly Node[] {
  const edits = object(structured, 'bashEditDiff') ?? emptyObject
  const more = number(edits, 'moreFiles') ?? 0
  return [
    ...objects(edits, 'files').flatMap((file) =>
      describeChange(text(file, 'filePath'), readHunks(file, 'hunks')),
    ),
    ...(more > 0 ? [note('info', `${formatNoun(more, 'more file')} changed`)] : []),
  ]
}

/** The pull request that a command opened or changed. */
function describeGit(structured: JsonObject): readonly Node[] {
  const request = object(readGit(structured), 'pr') ?? emptyObject
  return optional(text(request, 'url'), (url) => ({kind: 'link', url, text: requestName(request)}))
}

/** What a command did to a repository, in a few words: `committed 1a2b3c4`, `pushed main`. */
function gitOutcome(structured: JsonObject): string | undefined {
  const git = readGit(structured)
  const commit = object(git, 'commit') ?? emptyObject
  const push = object(git, 'push') ?? emptyObject
  const branch = object(git, 'branch') ?? emptyObject
  const request = object(git, 'pr')
  return joinParts(
    [
      formatDone(text(commit, 'kind'), text(commit, 'sha')?.slice(0, 7)),
      formatDone('pushed', text(push, 'branch')),
      formatDone(text(branch, 'action'), text(branch, 'ref')),
      request && formatDone(text(request, 'action') ?? 'used', requestName(request)),
    ],
    ', ',
  )
}

function requestName(request: JsonObject): string {
  const count = number(request, 'number')
  return count === undefined ? 'pull request' : `PR #${count}`
}

const formatDone = (verb: string | undefined, object: string | undefined): string | undefined =>
  verb === undefined || object === undefined ? undefined : `${verb} ${object}`

/** The image that a program printed as a `data:` address; `undefined` for any other text. */
function readImage(printed: string): MediaSource | undefined {
  const address = printed.trim()
  const mediaType = /^data:(image\/[\w.+-]{1,40});base64,/.exec(address)?.[1]
  if (mediaType === undefined) return undefined
  return {kind: 'base64', mediaType, data: address.slice(address.indexOf(',') + 1)}
}

/** An output that was too large for the conversation: its beginning, and where the rest is. */
interface PersistedOutput {
  readonly preview: string
  readonly path: string | undefined
  /** As the client wrote it. */
  readonly size: string | undefined
}

/** Reads the stub that clients write in place of a large output; `undefined` for any other text. */
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
