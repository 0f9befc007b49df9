import {expect, test} from 'vitest'
import {allRecordings, foldFiles} from '../../../test/support/conversation/recordings.ts'
import {compareLineage, type LineageCandidate} from './compare-lineage.ts'

const descent = (id: string, more: Partial<LineageCandidate> = {}): LineageCandidate => ({
  id,
  startedAt: 1000,
  endedAt: 2000,
  ...more,
})

/** The ids in the order of descent, whichever way they are given. */
function ordered(...sessions: readonly LineageCandidate[]): readonly string[] {
  const ids = [...sessions].sort(compareLineage).map(({id}) => id)
  expect(
    [...sessions]
      .reverse()
      .sort(compareLineage)
      .map(({id}) => id),
  ).toEqual(ids)
  return ids
}

test('the session that another names is the original, whatever their times say', () => {
  expect(ordered(descent('fork', {forkedFrom: 'old', startedAt: 1}), descent('old'))).toEqual(['old', 'fork'])
})

test('a session that names no other is the original also of the fork of its fork', () => {
  const [old, fork] = [descent('old', {endedAt: 9000}), descent('fork', {forkedFrom: 'old', endedAt: 9000})]
  expect(ordered(descent('again', {forkedFrom: 'fork'}), fork, old)).toEqual(['old', 'fork', 'again'])
})

test('a stream is the original of a transcript, which may be a copy', () => {
  expect(ordered(descent('a', {startedAt: 1}), descent('b', {isStreamed: true}))).toEqual(['b', 'a'])
})

test('what was written first is the original, and what has no time is a copy', () => {
  expect(ordered(descent('a'), descent('b', {startedAt: 1}), descent('c', {startedAt: undefined}))).toEqual([
    'b',
    'a',
    'c',
  ])
})

test('of two with the same times the one that others continued is the original, then the one that ended first', () => {
  expect(ordered(descent('a', {hasOwn: true}), descent('b', {hasOwn: false, endedAt: 9000}))).toEqual([
    'b',
    'a',
  ])
  expect(ordered(descent('a'), descent('b', {endedAt: 1500}))).toEqual(['b', 'a'])
})

test('in every recording, who continues whom does not depend on the order of reading', () => {
  let copies = 0
  for (const {name, transcripts} of allRecordings()) {
    const lineageOf = (files: typeof transcripts) =>
      [...foldFiles(files).sessions.values()].map(({id, copiedFrom}) => `${id} ${copiedFrom}`).sort()
    const lineage = lineageOf(transcripts)
    copies += lineage.filter((line) => !line.endsWith('undefined')).length
    expect(lineageOf([...transcripts].reverse()), name).toEqual(lineage)
  }
  expect(copies).toBeGreaterThan(0)
})
