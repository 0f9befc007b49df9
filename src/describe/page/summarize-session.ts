import type {Item, Session, Spending} from '../../conversation/index.ts'
import {errorText} from '../../model/fields.ts'
import type {ToolRunState} from '../../model/index.ts'
import type {Summary} from '../../page/index.ts'
import {isApiFailure, reasonWords} from '../reason-words.ts'
import {totalTokens} from '../summarizer.ts'

/** One session in one line. */
export function summarizeSession(session: Session, spending: Spending | undefined): Summary {
  const {outcome, turns} = session
  const items = turns.flatMap((turn) => turn.items)
  const runs = [...session.runs.values()].filter(({copied}) => !copied)
  const count = (wanted: ToolRunState): number => runs.filter(({state}) => state === wanted).length
  const took = turns.reduce((sum, {durationMs = 0, spanMs = 0}) => sum + Math.max(durationMs, spanMs), 0)
  return {
    state: outcome.state,
    reason: outcome.reason === undefined ? undefined : reasonOf(outcome.reason, items),
    durationMs: took || undefined,
    turns: turns.length,
    tools: runs.length,
    failedTools: count('failed'),
    deniedTools: count('denied'),
    tokens: spending && totalTokens(spending.usage),
    costUsd: spending?.reportedCostUsd,
    unknown: items.filter((item) => item.kind === 'line' && item.line.kind === 'unknown').length,
  }
}

/** The API has said itself why it failed. */
function reasonOf(name: string, items: readonly Item[]): string {
  const last = isApiFailure(name)
    ? items.findLast((item) => item.kind === 'text' && item.error !== undefined)
    : undefined
  const said = last?.kind === 'text' ? errorText(last.text).trim().split('\n', 1)[0] : undefined
  return said || reasonWords(name)
}
