import {flag, number, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {ansi, field, fields, formatBytes, note} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import {describeShellEdits} from './shared/describe-shell-edits.ts'
import {formatTimeout} from './shared/format-timeout.ts'
import {describeGit, gitOutcome} from './shared/git-operation.ts'
import {imageOf} from './shared/image-of.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {readPersisted} from './shared/persisted-output.ts'
import {runsOn} from './shared/runs-on.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['command', 'string'],
  ['description', 'string'],
  ['timeout', 'number'],
  ['run_in_background', 'boolean'],
  ['dangerouslyDisableSandbox', 'boolean'],
])

/** A command in a shell: what was run, what it printed on both streams, and where it went on if it did not end. */
export const bash: Tool = {
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
    ...otherFields(input, known),
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
const isAskedFor = (input: JsonObject, answer: ToolAnswer | undefined): boolean =>
  flag(input, 'run_in_background') === true && !(answer && backgroundTask(answer))

/** What clients say in the place of an output that was empty. */
const silence: ReadonlySet<string> = new Set([
  '',
  '(Bash completed with no output)',
  '(PowerShell completed with no output)',
  'Tool ran without output',
])

function describeOutput(answer: ToolAnswer): readonly Node[] {
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
const hasOutput = (answer: ToolAnswer): boolean =>
  !silence.has(answer.text.trim()) && backgroundTask(answer) === undefined

const isSilent = (answer: ToolAnswer): boolean =>
  describeOutput(answer).length === 0 && describeShellEdits(answer.structured).length === 0

/** Older streams have only the sentence. */
const backgroundTask = ({text: said, structured}: ToolAnswer): string | undefined =>
  text(structured, 'backgroundTaskId') ??
  (text(structured, 'stdout') === undefined
    ? /^Command running in background with ID: ([\w-]+)/.exec(said)?.[1]
    : undefined)

function describeBackground(answer: ToolAnswer): readonly Node[] {
  const task = backgroundTask(answer)
  if (task === undefined) return []
  const limit = formatTimeout(number(answer.structured, 'timedOutAfterMs'))
  if (limit !== undefined) return [note('info', `Moved to the background after ${limit} as ${task}`)]
  const byUser = flag(answer.structured, 'backgroundedByUser')
  return byUser ? [note('info', `Moved to the background by the user as ${task}`)] : [runsOn(task)]
}
