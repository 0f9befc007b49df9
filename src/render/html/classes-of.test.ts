import {describe, expect, test} from 'vitest'
import {pageEntryOf} from '../../../test/support/session-page.ts'
import {type EntryKind, entryKinds, note} from '../../page/index.ts'
import {answerClassesOf, classesOf} from './classes-of.ts'

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
    test(`${kind}: ${wanted}`, () => has(classesOf(pageEntryOf({kind})), wanted))
})

test('results, command output and shell output have classes of their own', () => {
  has(answerClassesOf(pageEntryOf({kind: 'tool'})), 'tool_result')
  has(answerClassesOf(pageEntryOf({kind: 'tool', failed: true})), 'tool_result error')
  has(answerClassesOf(pageEntryOf({kind: 'command'})), 'user command-output')
  has(answerClassesOf(pageEntryOf({kind: 'shell'})), 'bash-output')
})

test('notices say how much they matter', () => {
  has(classesOf(pageEntryOf({kind: 'notice', depth: 'hook'})), 'system system-info')
  has(classesOf(pageEntryOf({kind: 'notice', asked: [note('warning', 'w')]})), 'system system-warning')
  has(classesOf(pageEntryOf({kind: 'notice', failed: true})), 'system system-error')
})

test('what agents do is marked as such, and so are pictures', () => {
  const lane = {key: 'k', name: 'n', level: 1, above: []}
  has(classesOf(pageEntryOf({kind: 'answer', lane})), 'assistant sidechain')
  const image = {kind: 'image', source: {kind: 'url', url: ''}, alt: ''} as const
  has(classesOf(pageEntryOf({kind: 'prompt', asked: [image]})), 'user image')
})

test('every kind of entry is a message with a group to filter by', () => {
  const kinds = Object.keys(entryKinds).filter((kind): kind is EntryKind => kind in entryKinds)
  for (const kind of kinds) expect(classesOf(pageEntryOf({kind}))).toMatch(/^message \S.* g-\w+$/)
})
