import {agentTools} from '../../model/agents.ts'
import {text} from '../../model/fields.ts'
import {type Background, inputFields, type TaskUsage, type ToolRun} from '../../model/index.ts'
import {field, fields, formatNoun, formatTokens, prose} from '../../page/index.ts'
import {describeRun} from '../../tools/index.ts'
import {joinParts, optional} from '../../tools/shared/output-nodes.ts'
import type {EntryContent} from './make-entry.ts'

/** The end of a background task, as far as it is known. */
interface TaskEnd {
  readonly taskId: string | undefined
  readonly state: Background['state']
  readonly summary: string | undefined
  readonly result?: string
  readonly usage?: TaskUsage
}

/** Describes the end of a background task: its kind, its name, its outcome and what it took. */
export function describeTask(end: TaskEnd, run: ToolRun | undefined): EntryContent {
  const {taskId, state, summary = '', result = '', usage} = end
  const sentence = readSentence(summary)
  const subject = sentence?.name ?? (run && nameOf(run)) ?? (summary || taskId)
  return {
    kind: 'task',
    title: sentence?.title ?? `${kindOf(run)} ${state}`,
    subject,
    outcome: formatOutcome(sentence?.exit, usage),
    isError: state === 'failed',
    durationMs: usage?.durationMs,
    asked: fields(
      field('task', 'Task', taskId),
      field('description', 'Summary', sentence || summary === subject ? undefined : summary),
    ),
    answered: optional(result, prose),
  }
}

/** The same in a few words, for the call that started it, which has its name. */
export function formatTaskEnd(run: ToolRun, {state, summary = ''}: Background): string {
  const sentence = readSentence(summary)
  if (!sentence)
    return state === 'unknown'
      ? `${kindOf(run)}: end unknown`
      : `${kindOf(run)} ${state}${summary === '' || summary === nameOf(run) ? '' : `: ${summary}`}`
  return sentence.exit === undefined ? sentence.title : `${sentence.title}, ${sentence.exit}`
}

interface Sentence {
  readonly title: string
  readonly name: string
  /** Absent if there is none, or if it is 0. */
  readonly exit: string | undefined
}

const sentencePattern =
  /^([A-Z][a-z]+(?: [a-z]+)?) "(.+)" ([a-z ]{1,40}?)(?: \(exit code (\d+)\)| with exit code (\d+))?$/s

/** Clients summarize in a sentence: `Background command "Run the tests" failed with exit code 1`. */
function readSentence(summary: string): Sentence | undefined {
  const [, what, name, ended, ...codes] = sentencePattern.exec(summary) ?? []
  if (what === undefined || name === undefined || ended === undefined) return undefined
  const code = Number(codes.find((digits) => digits !== undefined) ?? 0)
  return {title: `${what} ${ended}`, name, exit: code === 0 ? undefined : `exit ${code}`}
}

function kindOf(run: ToolRun | undefined): string {
  if (run?.name === 'Bash') return 'Background command'
  return run && agentTools.has(run.name) ? 'Agent' : 'Background task'
}

const nameOf = (run: ToolRun): string | undefined =>
  text(inputFields(run.input), 'description') ?? describeRun(run).subject

const formatOutcome = (
  exit: string | undefined,
  {toolUses, tokens}: Partial<TaskUsage> = {},
): string | undefined =>
  joinParts([
    exit,
    toolUses === undefined ? undefined : formatNoun(toolUses, 'tool'),
    tokens === undefined ? undefined : `${formatTokens(tokens)} tokens`,
  ])
