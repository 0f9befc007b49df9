import {agentWords} from '../../model/agent-words.ts'
import {number, text} from '../../model/fields.ts'
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
  const {report, tail} = agentWords(said, structured)
  const usage = tagged(tail, 'usage') ?? ''
  return {
    report,
    tokens: number(structured, 'totalTokens') ?? figure(usage, /(?:total|subagent)_tokens: (\d+)/),
    tools: number(structured, 'totalToolUseCount') ?? figure(usage, /tool_uses: (\d+)/),
    durationMs: number(structured, 'totalDurationMs') ?? figure(usage, /duration_ms: (\d+)/),
    worktree: text(structured, 'worktreePath') ?? /^worktreePath: (.*)$/m.exec(tail)?.[1],
    branch: text(structured, 'worktreeBranch') ?? /^worktreeBranch: (.*)$/m.exec(tail)?.[1],
  }
}

function figure(usage: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(usage)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
