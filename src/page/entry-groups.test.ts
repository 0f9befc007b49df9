import {expect, test} from 'vitest'
import {callOf, pageEntryOf} from '../../test/support/pages/session-page.ts'
import {type EntryKind, entryGroups, entryKinds, walkEntries} from './entry.ts'
import {countByGroup, formatEntryCounts, groupOfEntry} from './entry-groups.ts'

const tree = [
  pageEntryOf({kind: 'answer', anchor: 'a', below: [callOf({anchor: 'b'}), callOf({anchor: 'c'})]}),
  pageEntryOf({
    kind: 'answer',
    anchor: 'd',
    below: [callOf({anchor: 'e', below: [pageEntryOf({kind: 'agent', anchor: 'f'})]})],
  }),
  pageEntryOf({kind: 'hook', anchor: 'g'}),
]

test('a fold bar says what is inside, at any depth', () => {
  expect(formatEntryCounts(countByGroup(tree))).toBe('2 replies · 3 tool calls · 1 agent · 1 hook')
  expect(formatEntryCounts(countByGroup([]))).toBe('')
})

test('that a command in the background has ended makes no agent', () => {
  expect(formatEntryCounts(countByGroup([pageEntryOf({kind: 'task'})]))).toBe('1 notice')
})

test('entries are walked in reading order', () => {
  expect([...walkEntries(tree)].map(({anchor}) => anchor).join('')).toBe('abcdefg')
})

test('agents may nest as deep as they like', () => {
  let deep = pageEntryOf({kind: 'agent'})
  for (let level = 0; level < 20_000; level += 1) deep = pageEntryOf({kind: 'agent', below: [deep]})
  expect(countByGroup([deep]).agent).toBe(20_001)
})

test('every kind of entry belongs to a group', () => {
  const kinds = Object.keys(entryKinds).filter((kind): kind is EntryKind => kind in entryKinds)
  for (const kind of kinds) expect(entryGroups).toContain(groupOfEntry({kind}))
})
