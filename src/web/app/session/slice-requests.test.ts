import {expect, test} from 'vitest'
import type {FetchedPart} from '../fetch-part.ts'
import {SliceRequests} from './slice-map.ts'

const key = {turn: 3, slice: 1}

/** Responses that the test gives, by the number of the newest event in them. */
function answersWith(): {
  readonly answers: SliceRequests
  readonly give: ReadonlyMap<string, (n: number) => void>
} {
  const give = new Map<string, (n: number) => void>()
  const answers = new SliceRequests(
    (query) =>
      new Promise<FetchedPart>((resolve) => {
        give.set(query, (n) => resolve({html: query, headers: new Headers({'recount-event': `a.0-${n}`})}))
      }),
  )
  return {answers, give}
}

test('an event during a request can be newer or older than the response', async () => {
  const {answers, give} = answersWith()
  answers.onSlice(key, 'before', 1)
  const asked = [answers.fetch('old'), answers.fetch('new')]
  answers.onSlice(key, 'meanwhile', 5)
  give.get('old')?.(4)
  give.get('new')?.(5)
  const [old, young] = await Promise.all(asked)
  expect(old?.newer(key)).toBe('meanwhile')
  expect(old?.newer({turn: 3, slice: 0})).toBeUndefined()
  expect(young?.newer(key)).toBeUndefined()
})

test('a response does not affect another pending request', async () => {
  const {answers, give} = answersWith()
  const [first, second] = [answers.fetch('first'), answers.fetch('second')]
  answers.onSlice(key, 'meanwhile', 5)
  give.get('first')?.(1)
  await first
  answers.onSlice(key, 'later', 6)
  give.get('second')?.(1)
  expect((await second).newer(key)).toBe('later')
})
