import {objects, text} from './fields.ts'
import type {JsonObject} from './json.ts'
import type {TaskStatus} from './message.ts'

/** What the name of an agent's file and its `.meta.json` say about the agent. */
export interface AgentMeta {
  readonly id: string
  /** The call that started it. */
  readonly callId?: string | undefined
  /** The id of the agent that started it. */
  readonly parentId?: string | undefined
  readonly type?: string | undefined
  readonly description?: string | undefined
  /** How it ended, if the journal of its run says so. */
  readonly state?: 'completed' | 'failed' | 'stopped' | undefined
  /** The workflow that started it. */
  readonly workflow?: WorkflowMeta | undefined
}

/** A run of a workflow, which starts agents. */
export interface WorkflowMeta {
  readonly id: string
  readonly name?: string | undefined
  readonly state?: 'completed' | 'failed' | 'stopped' | undefined
  readonly answer?: string | undefined
}

/** The tools that start agents, under their old and their new name. */
export const agentTools: ReadonlySet<string> = new Set(['Task', 'Agent'])

/** An agent's report, and the lines that the client added after it for the model. */
interface SplitReport {
  readonly report: string
  readonly tail: string
}

/** Removes what clients put around an agent's report: a list of tools, a heading, and the agent's id. */
export function splitAgentReport(said: string, structured: JsonObject): SplitReport {
  const {report, tail} = splitTail(said)
  const written = objects(structured, 'content').flatMap((block) => text(block, 'text') ?? [])
  return {
    report:
      written.length > 0 ? withoutToolList(written.join('\n\n')) : withoutFrame(withoutToolList(report)),
    tail,
  }
}

/** The last lines of a report: the agent's id, where it worked and what it used. */
const tailBegins = /^\n?agentId: \S+(?: \(|\n|$)/

function splitTail(said: string): SplitReport {
  const end = Math.max(0, said.lastIndexOf('\nagentId: '))
  const tail = said.slice(end)
  return tailBegins.test(tail) ? {report: said.slice(0, end), tail} : {report: said, tail: ''}
}

/** Newer clients list for the model which tools the agent used. */
const toolList = /^\s*<tools-used-before-summary>[^<]{0,4000}<\/tools-used-before-summary>\s*/

const withoutToolList = (report: string): string => report.replace(toolList, '')

/** Newer clients put a heading in front of the report and indent its lines. */
function withoutFrame(report: string): string {
  const frame = 'The report follows:\n'
  const at = report.indexOf(frame)
  if (!report.startsWith('[Subagent hand-back]') || at === -1) return report
  return report.slice(at + frame.length).replace(/^ {2}/gm, '')
}

/** The background command or agent that a call is about. Clients have had four names for this argument. */
export const taskIdOf = (input: JsonObject): string | undefined =>
  text(input, 'task_id') ?? text(input, 'shell_id') ?? text(input, 'bash_id') ?? text(input, 'agentId')

/** Reads a task's status, for which clients have several words. */
export function readTaskStatus(status: string | undefined): TaskStatus | undefined {
  if (status === undefined) return undefined
  if (status === 'killed' || status === 'stopped' || status === 'cancelled') return 'stopped'
  if (status === 'completed' || status === 'failed') return status
  return 'running'
}
