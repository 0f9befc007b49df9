import {expect, test} from 'vitest'
import type {Part} from '../ask.ts'
import {PieceAnswers} from './piece-map.ts'

const key = {turn: 3, piece: 1}

/** Answers that are given when it is said, by the number of the newest event in them. */
function answersWith(): {
  readonly answers: PieceAnswers
  readonly give: ReadonlyMap<string, (n: number) => void>
} {
  const give = new Map<string, (n: number) => void>()
  const answers = new PieceAnswers(
    (query) =>
      new Promise<Part>((resolve) => {
        give.set(query, (n) => resolve({html: query, headers: new Headers({'recount-event': `a.0-${n}`})}))
      }),
  )
  return {answers, give}
}

test('what was told while an answer was under way is newer than it, or older', async () => {
  const {answers, give} = answersWith()
  answers.hear(key, 'before', 1)
  const asked = [answers.ask('old'), answers.ask('new')]
  answers.hear(key, 'meanwhile', 5)
  give.get('old')?.(4)
  give.get('new')?.(5)
  const [old, young] = await Promise.all(asked)
  expect(old?.newer(key)).toBe('meanwhile')
  expect(old?.newer({turn: 3, piece: 0})).toBeUndefined()
  expect(young?.newer(key)).toBeUndefined()
})

test('an answer that comes takes nothing from another that is still under way', async () => {
  const {answers, give} = answersWith()
  const [first, second] = [answers.ask('first'), answers.ask('second')]
  answers.hear(key, 'meanwhile', 5)
  give.get('first')?.(1)
  await first
  answers.hear(key, 'later', 6)
  give.get('second')?.(1)
  expect((await second).newer(key)).toBe('later')
})
