import {describe, expect, test} from 'vitest'
import {pageEntryOf} from '../../../../test/support/pages/session-page.ts'
import {type EntryKind, entryKinds, note} from '../../../page/index.ts'
import {entryClasses, resultClasses} from './entry-classes.ts'

/** The registry of the message types, as style sheets know it. */
const registry: readonly (readonly [EntryKind, string])[] = [
  ['prompt', 'user'],
  ['summary', 'user compacted'],
  ['command', 'user slash-command'],
  ['steering', 'user steering'],
  ['memory', 'user'],
  ['answer', 'assistant'],
  ['tool', 'tool_use'],
  ['thinking', 'thinking'],
  ['shell', 'bash-input'],
  ['hook', 'system system-hook'],
  ['recap', 'system system-away-summary'],
  ['task', 'user task_notification'],
  ['session', 'session_header'],
  ['unknown', 'unknown'],
]

const has = (classes: string, wanted: string): void => {
  for (const name of wanted.split(' ')) expect(classes.split(' ')).toContain(name)
}

describe('every message type has the classes of the registry', () => {
  for (const [kind, wanted] of registry)
    test(`${kind}: ${wanted}`, () => has(entryClasses(pageEntryOf({kind})), wanted))
})

test('results, command output and shell output have classes of their own', () => {
  has(resultClasses(pageEntryOf({kind: 'tool'})), 'tool_result')
  has(resultClasses(pageEntryOf({kind: 'tool', isError: true})), 'tool_result error')
  has(resultClasses(pageEntryOf({kind: 'command'})), 'user command-output')
  has(resultClasses(pageEntryOf({kind: 'shell'})), 'bash-output')
})

test('notices say how much they matter', () => {
  has(entryClasses(pageEntryOf({kind: 'notice', depth: 'hook'})), 'system system-info')
  has(entryClasses(pageEntryOf({kind: 'notice', asked: [note('warning', 'w')]})), 'system system-warning')
  has(entryClasses(pageEntryOf({kind: 'notice', isError: true})), 'system system-error')
})

test('what agents do is marked as such, and so are pictures', () => {
  const lane = {key: 'k', name: 'n', level: 1, above: []}
  has(entryClasses(pageEntryOf({kind: 'answer', lane})), 'assistant sidechain')
  const image = {kind: 'image', source: {kind: 'url', url: ''}, alt: ''} as const
  has(entryClasses(pageEntryOf({kind: 'prompt', asked: [image]})), 'user image')
})

test('every kind of entry is a message with a group to filter by', () => {
  const kinds = Object.keys(entryKinds).filter((kind): kind is EntryKind => kind in entryKinds)
  for (const kind of kinds) expect(entryClasses(pageEntryOf({kind}))).toMatch(/^message \S.* g-\w+$/)
})
