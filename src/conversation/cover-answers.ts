import {bareModel} from '../model/bare-model.ts'
import type {ModelTotal, Usage} from '../model/index.ts'
import type {Answer, Ledger} from './ledger.ts'

/** What one report counts. */
export interface Counted {
  /** What is new in it by model; empty where it names none, as before 1.0.128. */
  readonly totals: readonly ModelTotal[]
  /** What the main loop used; absent where the report does not tell. */
  readonly usage: Usage | undefined
}

/**
 * Marks the answers of a stream that a report counts: without totals by model those of the main loop, and no agent's. It
 * counts none of which less is new in it than they began with: an answer that was interrupted or broke off, or that
 * came without streaming after an error. Those are missed by all reports after it as well.
 */
export function coverAnswers(ledger: Ledger, stream: string, counted: Counted): void {
  const uncounted = uncountedIn(ledger, stream)
  const named = counted.totals.length > 0
  const groups = new Map<string, Answer[]>()
  for (const answer of uncounted) {
    if (answer.missed || (!named && answer.agent !== undefined)) continue
    const name = named ? bareModel(answer.model ?? '') : ''
    const group = groups.get(name)
    if (group) group.push(answer)
    else groups.set(name, [answer])
  }
  const outputs = outputsOf(counted)
  for (const [name, answers] of groups) {
    const begun = answers.reduce((sum, {usage}) => sum + usage.output, 0)
    const isCounted = begun <= (outputs.get(name) ?? begun)
    for (const answer of answers) {
      if (isCounted) {
        answer.covered = true
        uncounted.delete(answer)
      } else answer.missed = true
    }
  }
}

/** The answers of a stream that no result has counted yet. */
export function uncountedIn(ledger: Ledger, stream: string): Set<Answer> {
  const known = ledger.uncounted.get(stream)
  if (known) return known
  const answers = new Set<Answer>()
  ledger.uncounted.set(stream, answers)
  return answers
}

/** New output by model; a report that names none tells it of the main loop. */
function outputsOf({totals, usage}: Counted): ReadonlyMap<string, number> {
  if (totals.length === 0) return new Map(usage ? [['', usage.output]] : [])
  const outputs = new Map<string, number>()
  for (const {model, usage} of totals) {
    const name = bareModel(model)
    outputs.set(name, (outputs.get(name) ?? 0) + usage.output)
  }
  return outputs
}
