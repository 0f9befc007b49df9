import {agentTools} from '../../model/agents.ts'
import {inputFields, type ToolRun} from '../../model/index.ts'
import type {Entry} from '../../page/index.ts'
import {describeRun} from '../../tools/index.ts'
import {type EntryContext, makeEntry} from './make-entry.ts'

/** Which side of a run is described. */
export type Side = 'both' | 'asked' | 'answered'

/** Describes a run as far as it is known. */
export function describeTool(context: EntryContext, run: ToolRun, side: Side = 'both'): Entry {
  const {title, subject, outcome, failed, durationMs, asked, answered, prominent} = describeRun(run)
  return makeEntry(context, {
    kind: 'tool',
    tool: run.name,
    title,
    subject: subject && inFolder(context.session.cwd, run, subject),
    outcome,
    state: side === 'asked' ? 'pending' : run.state,
    isError: failed || run.state === 'failed' || run.state === 'orphaned',
    durationMs: side === 'asked' ? undefined : (durationOf(run) ?? durationMs),
    asked: side === 'answered' ? [] : asked,
    answered: side === 'asked' ? [] : answered,
    prominent,
    ...(agentTools.has(run.name) && {depth: 'agent' as const}),
  })
}

const pathFields = ['file_path', 'path', 'notebook_path']

/** A subject that is a path inside the session's folder, without the folder. A text that only starts with one stays as it is. */
function inFolder(folder: string | undefined, run: ToolRun, subject: string): string {
  if (folder === undefined || !subject.startsWith(folder)) return subject
  const input = inputFields(run.input)
  const isPath = pathFields.some((name) => typeof input[name] === 'string' && subject.startsWith(input[name]))
  const rest = subject.slice(folder.length)
  return isPath && /^[/\\]./.test(rest) ? rest.slice(1) : subject
}

/** A stream may have the time of one end only, and clocks differ: an end that is not after its start was not measured. */
function durationOf({startedAt, endedAt}: ToolRun): number | undefined {
  if (startedAt === undefined || endedAt === undefined || endedAt <= startedAt) return undefined
  return endedAt - startedAt
}
