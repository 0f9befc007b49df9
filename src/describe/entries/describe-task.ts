import {agentTools} from '../../model/agents.ts'
import {text} from '../../model/fields.ts'
import type {Background, TaskUsage, ToolRun} from '../../model/index.ts'
import {inputFields} from '../../model/index.ts'
import {field, fields, formatNoun, formatTokens, prose} from '../../page/index.ts'
import {describeRun} from '../../tools/index.ts'
import type {EntryContent} from './make-entry.ts'

/** The end of work that went on in the background, as far as somebody told of it. */
interface TaskEnd {
  readonly taskId: string | undefined
  readonly state: Background['state']
  readonly summary: string | undefined
  readonly result?: string
  readonly usage?: TaskUsage
}

/** Tells how work that went on in the background ended: what it was, its name, how it came out and what it took. */
export function describeTask(end: TaskEnd, run: ToolRun | undefined): EntryContent {
  const {taskId, state, summary = '', result = '', usage} = end
  const said = sentenceOf(summary)
  const subject = said?.name ?? (run && nameOf(run)) ?? (summary || taskId)
  return {
    kind: 'task',
    title: said?.title ?? `${kindOf(run)} ${state}`,
    subject,
    outcome: outcomeOf(said?.exit, usage),
    isError: state === 'failed',
    durationMs: usage?.durationMs,
    asked: fields(
      field('task', 'Task', taskId),
      field('description', 'Summary', said || summary === subject ? undefined : summary),
    ),
    answered: result === '' ? [] : [prose(result)],
  }
}

/** The same in a few words, for the call that began it: what it is called stands there. */
export function formatTaskEnd(run: ToolRun, {state, summary = ''}: Background): string {
  const said = sentenceOf(summary)
  if (!said)
    return state === 'unknown'
      ? `${kindOf(run)}: end unknown`
      : `${kindOf(run)} ${state}${summary === '' || summary === nameOf(run) ? '' : `: ${summary}`}`
  return said.exit === undefined ? said.title : `${said.title}, ${said.exit}`
}

interface Sentence {
  readonly title: string
  readonly name: string
  /** Absent where there is none, or nothing to be said of it. */
  readonly exit: string | undefined
}

const sentence =
  /^([A-Z][a-z]+(?: [a-z]+)?) "(.+)" ([a-z ]{1,40}?)(?: \(exit code (\d+)\)| with exit code (\d+))?$/s

/** Clients sum up in a sentence: `Background command "Run the tests" failed with exit code 1`. */
function sentenceOf(summary: string): Sentence | undefined {
  const [, what, name, ended, ...codes] = sentence.exec(summary) ?? []
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

function outcomeOf(
  exit: string | undefined,
  {toolUses, tokens}: Partial<TaskUsage> = {},
): string | undefined {
  const took = [
    ...(exit === undefined ? [] : [exit]),
    ...(toolUses === undefined ? [] : [formatNoun(toolUses, 'tool')]),
    ...(tokens === undefined ? [] : [`${formatTokens(tokens)} tokens`]),
  ]
  return took.length === 0 ? undefined : took.join(' · ')
}
