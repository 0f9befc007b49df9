import {expect, test} from 'vitest'
import {entryOf} from '../../test/support/entry.ts'
import type {Entry} from '../page/index.ts'
import {prose} from '../page/index.ts'
import {ReportsOnce} from './reports-once.ts'

const said = (lane: string, words: string): Entry =>
  entryOf({kind: 'answer', lane: {key: lane, name: lane, level: 1, above: []}, asked: [prose(words)]})

const asked = (report: string, tool = 'Agent'): Entry =>
  entryOf({kind: 'tool', tool, state: 'completed', answered: [prose(report)]})

test('a report that the agent was heard to give is not given again by its call', () => {
  const reports = new ReportsOnce()
  reports.hear(said('a', 'Looking.'))
  reports.hear(said('a', 'Two places.\n'))
  expect(reports.hear(asked('Two places.')).answered).toEqual([])
})

test('a long report is known by its ends and its length', () => {
  const reports = new ReportsOnce()
  const long = `Two places.${' And more.'.repeat(1000)} That is all.`
  reports.hear(said('a', long))
  expect(reports.hear(asked(`${long.slice(0, 600)} Or not. ${long.slice(600)}`)).answered).toHaveLength(1)
  expect(reports.hear(asked(long)).answered).toEqual([])
})

test('is given again where the agent went on after it, was not heard, or another said it', () => {
  const reports = new ReportsOnce()
  expect(reports.hear(asked('Two places.')).answered).toHaveLength(1)
  reports.hear(said('a', 'Two places.'))
  reports.hear(said('a', 'And a third.'))
  expect(reports.hear(asked('Two places.')).answered).toHaveLength(1)
  reports.hear(said('b', 'Done.'))
  expect(reports.hear(asked('Done.')).answered).toEqual([])
  expect(reports.hear(asked('Done.')).answered).toHaveLength(1)
})

test('the same holds for what background work reports, and for no other call', () => {
  const reports = new ReportsOnce()
  reports.hear(said('a', 'Two places.'))
  expect(reports.hear(asked('Two places.', 'WebFetch')).answered).toHaveLength(1)
  expect(reports.hear(entryOf({kind: 'task', answered: [prose('Two places.')]})).answered).toEqual([])
})

test('what agents said long ago is not remembered for ever', () => {
  const reports = new ReportsOnce()
  reports.hear(said('first', 'Long ago.'))
  for (let n = 0; n < 200; n += 1) reports.hear(said(`agent ${n}`, `Words of ${n}.`))
  expect(reports.hear(asked('Long ago.')).answered).toHaveLength(1)
  expect(reports.hear(asked('Words of 199.')).answered).toEqual([])
})
