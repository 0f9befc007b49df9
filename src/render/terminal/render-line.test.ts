import {describe, expect, test} from 'vitest'
import {entryOf, lookOf} from '../../../test/support/entry.ts'
import type {Entry, Lane} from '../../page/index.ts'
import {ansi, field, fields, note, prose} from '../../page/index.ts'
import {paintFor, renderEntry} from './index.ts'

const bash = entryOf({
  kind: 'tool',
  title: 'Bash',
  subject: 'npm test',
  outcome: 'exit 0',
  state: 'completed',
  durationMs: 750,
  time: Date.UTC(2026, 0, 1, 14, 3, 22),
  answered: [ansi('42 passed')],
})

const failed: Entry = {
  ...bash,
  state: 'failed',
  failed: true,
  outcome: 'exit 1',
  answered: [ansi('one\n\ntwo\nthree\nfour\nfive\nsix', 'error')],
}

const lane: Lane = {key: 'a', name: 'explore', level: 1}

describe('line', () => {
  const line = (entry: Entry, width = 80): string => renderEntry(entry, lookOf({style: 'line', width}))

  test('a call is one line: what, on what, how it came out', () => {
    expect(line(bash)).toBe('✓ Bash  npm test  exit 0 · 0.75s\n')
  })

  test('where no outcome says it, the first line of the result does', () => {
    expect(line({...bash, outcome: undefined})).toBe('✓ Bash  npm test  0.75s\n  42 passed\n')
    expect(line({...bash, outcome: undefined, answered: [ansi('\n42 passed\n1 skipped\n3 slow\n')]})).toBe(
      '✓ Bash  npm test  0.75s\n  42 passed … 2 more lines\n',
    )
  })

  test('a failure says why in a few lines', () => {
    expect(line(failed)).toBe(
      '✗ Bash  npm test  exit 1 · 0.75s\n  one\n  … 2 more lines\n  four\n  five\n  six\n',
    )
  })

  test('every state has its mark', () => {
    const marks = (
      ['pending', 'running', 'completed', 'failed', 'denied', 'interrupted', 'orphaned'] as const
    ).map((state) => line({...bash, state}).split(' ')[0])
    expect(marks).toEqual(['○', '◐', '✓', '✗', '⊘', '⚠', '⌛'])
  })

  test('a long subject is cut, and gets its own line where little would be left of it', () => {
    const long = {...bash, subject: 'npm test --workspace=packages/a --workspace=packages/b'}
    expect(line(long, 40)).toBe('✓ Bash  npm test --work…  exit 0 · 0.75s\n')
    expect(line({...long, title: 'github › list_issues'}, 40)).toBe(
      '✓ github › list_issues  exit 0 · 0.75s\n  npm test --workspace=packages/a --wor…\n',
    )
  })

  test('what was said is shown whole, with its mark in the gutter', () => {
    const text = 'The sum is wrong because the loop starts at one instead of zero.'
    expect(line(entryOf({kind: 'prompt', title: 'User', turn: 1, asked: [prose('Fix it')]}))).toBe(
      '› Fix it\n',
    )
    expect(line(entryOf({kind: 'answer', title: 'Assistant', asked: [prose(text)]}), 40)).toBe(
      '• The sum is wrong because the loop\n  starts at one instead of zero.\n',
    )
  })

  test('a new turn stands apart', () => {
    expect(line(entryOf({kind: 'prompt', title: 'User', turn: 2, asked: [prose('Go on')]}))).toBe(
      '\n› Go on\n',
    )
  })

  test('a session tells what matters about it', () => {
    const asked = fields(
      field('setting', 'Session ID', 'abc'),
      field('model', 'Model', 'opus'),
      field('folder', 'Folder', '/home/dev/work/demo'),
    )
    const entry = entryOf({kind: 'session', title: 'Session Initialized', subject: 'abc', asked})
    expect(line(entry)).toBe('▸ Session Initialized  abc\n  Model: opus · Folder: /home/dev/work/demo\n')
  })

  test('a hook is called one, and a notice is not said twice', () => {
    expect(
      line(entryOf({kind: 'hook', title: 'PreToolUse:Bash', subject: 'PreToolUse', outcome: 'success'})),
    ).toBe('· hook PreToolUse:Bash  success\n')
    const notice = entryOf({kind: 'notice', title: 'api-error', subject: 'Overloaded', failed: true})
    expect(line({...notice, asked: [note('error', 'Overloaded')]})).toBe('✗ api-error  Overloaded\n')
  })

  test('a command of the user shows what it printed', () => {
    expect(line(entryOf({kind: 'shell', title: 'Shell', subject: 'ls', answered: [ansi('a\nb')]}))).toBe(
      '$ ls\n  a\n  b\n',
    )
  })

  test('an unknown record shows its JSON on a line', () => {
    const entry = entryOf({kind: 'unknown', title: 'novel', asked: [{kind: 'raw', value: {a: [1, 2]}}]})
    expect(line(entry)).toBe('· unknown novel\n  {"a":[1,2]}\n')
  })

  test('an agent has a gutter and its name on everything it does', () => {
    const said = entryOf({kind: 'answer', title: 'Assistant', asked: [prose('Found it.')], lane})
    const long = entryOf({kind: 'answer', asked: [prose('It is in the loop, which starts at one.')], lane})
    expect(line({...bash, lane})).toBe('┃ explore · ✓ Bash  npm test  exit 0 · 0.75s\n')
    expect(line(said)).toBe('┃ explore · • Found it.\n')
    expect(line(long, 40)).toBe('┃ explore ·\n┃ • It is in the loop, which starts at\n┃   one.\n')
    expect(line({...failed, lane: {...lane, level: 2}})).toMatch(/^┃ ┃ explore · ✗ Bash/)
  })

  test('gutters of deep agents shrink before the text does', () => {
    expect(line({...bash, lane: {...lane, level: 4}}, 40)).toMatch(/^┃ ┃ ┃ ┃ explore · /)
    expect(line({...bash, lane: {...lane, level: 6}}, 40)).toMatch(/^┃┃┃┃┃┃ explore · /)
    expect(line({...bash, lane: {...lane, level: 600}}, 40)).toMatch(/^┃┃┃┃┃┃┃ explore · /)
  })

  test('a compaction does not tell its tokens twice, and the summary is an excerpt', () => {
    const asked = fields(field('setting', 'Trigger', 'auto'), field('number', 'Tokens', '12 → 3 tokens'))
    const compaction = entryOf({kind: 'compaction', title: 'Compacted', outcome: '12 → 3 tokens', asked})
    expect(line(compaction)).toBe('≡ Compacted  12 → 3 tokens\n  Trigger: auto\n')
    const summary = entryOf({kind: 'summary', title: 'Summary', asked: [prose('a\n\nb\nc\nd\ne')]})
    expect(line(summary)).toBe('≡ Summary\n  a\n  b\n  c\n  … 2 more lines\n')
  })

  test('an agent that sets to work is not named twice', () => {
    const entry = entryOf({kind: 'agent', title: 'explore', subject: 'Find the sum', lane})
    expect(line({...entry, asked: fields(field('agent', 'Type', 'Explore'))})).toBe(
      '┃ ◇ explore  Find the sum\n┃   Type: Explore\n',
    )
  })

  test('times stand in a column of their own', () => {
    const look = lookOf({style: 'line', timestamps: true, zone: 'Europe/Berlin'})
    expect(renderEntry({...bash, outcome: undefined, lane}, look)).toBe(
      '15:03:22 ┃ explore · ✓ Bash  npm test  0.75s\n         ┃   42 passed\n',
    )
  })

  test('names and subjects cannot move the cursor', () => {
    const hostile = '\u001b[2Ja\u009bHb\nc\u202e'
    const text = line({
      ...bash,
      title: hostile,
      subject: hostile,
      outcome: hostile,
      lane: {...lane, name: hostile},
    })
    expect(text).toBe('┃ ab c · ✓ ab c  ab c  ab c · 0.75s\n')
  })

  test('colours say who acts and how it came out', () => {
    const look = lookOf({style: 'line', paint: paintFor(true)})
    expect(renderEntry(bash, look)).toBe(
      '\u001b[32m✓\u001b[39m \u001b[1m\u001b[36mBash\u001b[39m\u001b[22m  npm test\u001b[2m  exit 0 · 0.75s\u001b[22m\n',
    )
  })
})

describe('plain', () => {
  const plain = (entry: Entry, width = 80): string => renderEntry(entry, lookOf({style: 'plain', width}))

  test('a call is one line of ASCII', () => {
    expect(plain({...bash, outcome: undefined, answered: []})).toBe('[ok] Bash: npm test (0.75s)\n')
    expect(plain({...bash, title: 'github › list', outcome: '+3 −1'})).toBe(
      '[ok] github > list: npm test (+3 -1, 0.75s)\n',
    )
  })

  test('a failure says why', () => {
    expect(plain(failed)).toBe(
      '[x] Bash: npm test (exit 1, 0.75s)\n  one\n  ... 2 more lines\n  four\n  five\n  six\n',
    )
  })

  test('who speaks is a word', () => {
    const text = 'The sum is wrong because the loop starts at one instead of zero.'
    expect(plain(entryOf({kind: 'prompt', title: 'User', asked: [prose('Fix it')]}))).toBe('[user] Fix it\n')
    expect(plain(entryOf({kind: 'answer', title: 'Assistant', asked: [prose(text)], lane}), 40)).toBe(
      '| explore - [assistant]\n|   The sum is wrong because the loop\n|   starts at one instead of zero.\n',
    )
  })
})
