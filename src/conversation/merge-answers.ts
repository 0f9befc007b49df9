import {addUsage, noUsage} from '../model/index.ts'
import type {Answer, Ledger} from './ledger.ts'

/** Begins the ids of answers that stand for many; no real id has a NUL. */
const mark = '\0'

/**
 * Puts the oldest answers together, so that a stream of any length takes no more room than its newest answers. Lines of
 * one answer come close to each other, so nothing more is expected of old ones. What is counted stays the same: answers
 * are only put together that the next result will count, or has counted, alike.
 */
export function mergeAnswers(ledger: Ledger, newest: number): void {
  let left = ledger.answers.size - newest
  for (const [id, answer] of ledger.answers) {
    if (left <= 0) return
    left -= 1
    if (id.startsWith(mark)) continue
    ledger.answers.delete(id)
    addTo(ledger, answer)
  }
}

function addTo(ledger: Ledger, answer: Answer): void {
  const stream = [...ledger.uncounted].find(([, answers]) => answers.delete(answer))?.[0]
  const {session, agent, model, final, covered, missed} = answer
  const key = mark + JSON.stringify([session, agent, stream, model, final, covered, missed])
  const known = ledger.answers.get(key)
  // A result has counted what stands here: it no longer stands for what is still to be counted.
  const isOver = known !== undefined && (known.covered !== covered || known.missed !== missed)
  if (isOver) {
    ledger.answers.delete(key)
    addTo(ledger, known)
  }
  const sum = (isOver ? undefined : known) ?? {...answer, usage: noUsage, costUsd: undefined}
  sum.usage = addUsage(sum.usage, answer.usage)
  if (answer.costUsd !== undefined) sum.costUsd = (sum.costUsd ?? 0) + answer.costUsd
  ledger.answers.set(key, sum)
  if (stream !== undefined) ledger.uncounted.get(stream)?.add(sum)
}
