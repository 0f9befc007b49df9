import {addUsage, noUsage} from '../model/index.ts'
import type {Answer, Ledger} from './ledger.ts'
import {noteAgent} from './ledger.ts'

/** Begins the ids of answers that stand for many; no real id has a NUL. */
const mark = '\0'

/**
 * Puts the oldest answers together, so that a stream of any length takes no more room than its newest answers. Lines of
 * one answer come close to each other, so nothing more is expected of old ones. What is counted stays the same: answers
 * are only put together that the next result will count, or has counted, alike.
 */
export function mergeAnswers(ledger: Ledger, newest: number): void {
  for (const id of ledger.single) {
    if (ledger.single.size <= newest) return
    ledger.single.delete(id)
    const answer = ledger.answers.get(id)
    if (!answer) continue
    ledger.answers.delete(id)
    ledger.byAgent.get(answer.agent ?? '')?.delete(answer)
    addTo(ledger, answer)
  }
}

function addTo(ledger: Ledger, answer: Answer): void {
  const stream = [...ledger.uncounted].find(([, answers]) => answers.delete(answer))?.[0]
  const {session, agent, model, final, covered, missed, hidesRequests} = answer
  const key = mark + JSON.stringify([session, agent, stream, model, final, covered, missed, hidesRequests])
  const known = ledger.answers.get(key)
  // A result has counted what stands here: it no longer stands for what is still to be counted.
  const isOver = known !== undefined && (known.covered !== covered || known.missed !== missed)
  if (isOver) {
    ledger.answers.delete(key)
    ledger.byAgent.get(agent ?? '')?.delete(known)
    addTo(ledger, known)
  }
  const sum = (isOver ? undefined : known) ?? {...answer, usage: noUsage, costUsd: undefined}
  sum.usage = addUsage(sum.usage, answer.usage)
  if (answer.costUsd !== undefined) sum.costUsd = (sum.costUsd ?? 0) + answer.costUsd
  ledger.answers.set(key, sum)
  noteAgent(ledger, sum)
  if (stream !== undefined) ledger.uncounted.get(stream)?.add(sum)
}
