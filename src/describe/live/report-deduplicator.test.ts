import {expect, test} from 'vitest'
import {entryOf} from '../../../test/support/pages/entry.ts'
import {type Entry, prose} from '../../page/index.ts'
import {ReportDeduplicator} from './report-deduplicator.ts'

const said = (lane: string, words: string): Entry =>
  entryOf({kind: 'answer', lane: {key: lane, name: lane, level: 1, above: []}, asked: [prose(words)]})

const asked = (report: string, tool = 'Agent'): Entry =>
  entryOf({kind: 'tool', tool, state: 'completed', answered: [prose(report)]})

test('a report that the agent was heard to give is not given again by its call', () => {
  const reports = new ReportDeduplicator()
  reports.filter(said('a', 'Looking.'))
  reports.filter(said('a', 'Two places.\n'))
  expect(reports.filter(asked('Two places.')).answered).toEqual([])
})

test('a long report is known by its ends and its length', () => {
  const reports = new ReportDeduplicator()
  const long = `Two places.${' And more.'.repeat(1000)} That is all.`
  reports.filter(said('a', long))
  expect(reports.filter(asked(`${long.slice(0, 600)} Or not. ${long.slice(600)}`)).answered).toHaveLength(1)
  expect(reports.filter(asked(long)).answered).toEqual([])
})

test('is shown again if the agent continued after it, was not shown, or another agent said it', () => {
  const reports = new ReportDeduplicator()
  expect(reports.filter(asked('Two places.')).answered).toHaveLength(1)
  reports.filter(said('a', 'Two places.'))
  reports.filter(said('a', 'And a third.'))
  expect(reports.filter(asked('Two places.')).answered).toHaveLength(1)
  reports.filter(said('b', 'Done.'))
  expect(reports.filter(asked('Done.')).answered).toEqual([])
  expect(reports.filter(asked('Done.')).answered).toHaveLength(1)
})

test('the same is true for reports of background work, and for no other call', () => {
  const reports = new ReportDeduplicator()
  reports.filter(said('a', 'Two places.'))
  expect(reports.filter(asked('Two places.', 'WebFetch')).answered).toHaveLength(1)
  expect(reports.filter(entryOf({kind: 'task', answered: [prose('Two places.')]})).answered).toEqual([])
})

test('what agents said long ago is not remembered for ever', () => {
  const reports = new ReportDeduplicator()
  reports.filter(said('first', 'Long ago.'))
  for (let n = 0; n < 200; n += 1) reports.filter(said(`agent ${n}`, `Words of ${n}.`))
  expect(reports.filter(asked('Long ago.')).answered).toHaveLength(1)
  expect(reports.filter(asked('Words of 199.')).answered).toEqual([])
})
