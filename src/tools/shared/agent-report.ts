import {number, objects, text} from '../../model/fields.ts'
import type {ToolAnswer} from '../tool.ts'
import {tagged} from './tagged.ts'

/** What an agent reported, and what it took. */
export interface AgentReport {
  readonly report: string
  readonly tokens: number | undefined
  readonly tools: number | undefined
  readonly durationMs: number | undefined
  readonly worktree: string | undefined
  readonly branch: string | undefined
}

/** Reads the answer of an agent. Clients put frames and figures around it for the model; those are taken off. */
export function readAgentReport({text: said, structured}: ToolAnswer): AgentReport {
  const {report, tail} = splitTail(said)
  const usage = tagged(tail, 'usage') ?? ''
  const written = objects(structured, 'content').flatMap((block) => text(block, 'text') ?? [])
  return {
    report:
      written.length > 0 ? withoutToolList(written.join('\n\n')) : withoutFrame(withoutToolList(report)),
    tokens: number(structured, 'totalTokens') ?? figure(usage, /(?:total|subagent)_tokens: (\d+)/),
    tools: number(structured, 'totalToolUseCount') ?? figure(usage, /tool_uses: (\d+)/),
    durationMs: number(structured, 'totalDurationMs') ?? figure(usage, /duration_ms: (\d+)/),
    worktree: text(structured, 'worktreePath') ?? /^worktreePath: (.*)$/m.exec(tail)?.[1],
    branch: text(structured, 'worktreeBranch') ?? /^worktreeBranch: (.*)$/m.exec(tail)?.[1],
  }
}

/** The last lines of an answer: who can be asked again, where it worked, what it used. */
const tailBegins = /^\n?agentId: \S+(?: \(|\n|$)/

function splitTail(said: string): {readonly report: string; readonly tail: string} {
  const end = Math.max(0, said.lastIndexOf('\nagentId: '))
  const tail = said.slice(end)
  return tailBegins.test(tail) ? {report: said.slice(0, end), tail} : {report: said, tail: ''}
}

/** Newer clients list for the model which tools the agent used. */
const toolList = /^\s*<tools-used-before-summary>[^<]{0,4000}<\/tools-used-before-summary>\s*/

const withoutToolList = (report: string): string => report.replace(toolList, '')

/** Newer clients say whose words follow, and indent each line of them. */
function withoutFrame(report: string): string {
  const frame = 'The report follows:\n'
  const at = report.indexOf(frame)
  if (!report.startsWith('[Subagent hand-back]') || at === -1) return report
  return report.slice(at + frame.length).replace(/^ {2}/gm, '')
}

function figure(usage: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(usage)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
