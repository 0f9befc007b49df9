import {expect, test} from 'vitest'
import {callOf, pageEntryOf} from '../../test/support/pages/session-page.ts'
import {groupCalls} from './group-calls.ts'
import type {PageEntry} from './page.ts'

const titles = (entries: readonly PageEntry[]): readonly string[] =>
  groupCalls(entries).map((grouped) => (grouped.kind === 'one' ? grouped.entry.title : grouped.title))

test('ten reads in a row are one line', () => {
  expect(titles(Array.from({length: 10}, () => callOf()))).toEqual(['Read 10 files'])
})

test('two calls are two lines', () => {
  expect(titles([callOf(), callOf()])).toEqual(['Read', 'Read'])
})

test('a tool without its own wording is counted by its name', () => {
  const fetch = () => callOf({tool: 'mcp__web__fetch', title: 'web: fetch'})
  expect(titles([fetch(), fetch(), fetch()])).toEqual(['web: fetch × 3'])
})

test('other calls, other branches and errors end a group', () => {
  expect(
    titles([
      callOf(),
      callOf(),
      callOf(),
      callOf({isError: true, state: 'failed'}),
      callOf(),
      callOf({tool: 'Bash', title: 'Bash'}),
    ]),
  ).toEqual(['Read 3 files', 'Read', 'Read', 'Bash'])
  expect(titles([callOf(), callOf({branch: 'b'}), callOf()])).toEqual(['Read', 'Read', 'Read'])
  expect(
    titles([callOf({state: 'running'}), callOf({state: 'running'}), callOf({state: 'running'})]),
  ).toHaveLength(3)
})

test('calls with agents below them, or with a prominent side, are not grouped', () => {
  const agent = () => callOf({tool: 'Agent', title: 'Agent', below: [pageEntryOf({kind: 'agent'})]})
  expect(titles([agent(), agent(), agent()])).toHaveLength(3)
  const question = () => callOf({tool: 'AskUserQuestion', title: 'Question', prominent: 'both'})
  expect(titles([question(), question(), question()])).toHaveLength(3)
})

test('other records are grouped, whatever they are', () => {
  expect(
    titles([
      pageEntryOf({kind: 'metadata', title: 'mode'}),
      pageEntryOf({kind: 'attachment', title: 'date'}),
      pageEntryOf({kind: 'unknown', title: 'new'}),
      callOf(),
    ]),
  ).toEqual(['3 records', 'Read'])
})
