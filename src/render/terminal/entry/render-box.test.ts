import {expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {entryOf, plainLookWith} from '../../../../test/support/pages/entry.ts'
import {toolRunStates} from '../../../model/index.ts'
import type {Entry, Lane, Node} from '../../../page/index.ts'
import {ansi, code, field, fields, note, plain, prose} from '../../../page/index.ts'
import {measure, paintFor, renderTerminalEntry} from '../index.ts'

const edit = entryOf({
  kind: 'tool',
  title: 'Bash',
  outcome: 'exit 1',
  state: 'failed',
  isError: true,
  durationMs: 65_000,
  at: Date.UTC(2026, 0, 1, 14, 3, 22),
  asked: fields(field('command', 'Command', 'make')),
  answered: [ansi('make: *** No rule to make target.  Stop.', 'error')],
})

const lane: Lane = {key: 'a', name: 'explore', level: 1, above: []}

const box = (entry: Entry, width: number): string => `\n${renderTerminalEntry(entry, plainLookWith({width}))}`

test('an answer is framed with its Markdown drawn', () => {
  expect(box(entryOf({kind: 'answer', title: 'Assistant', asked: [prose('It works **now**.')]}), 40)).toBe(`
╔═════════════ assistant ══════════════╗
║                                      ║
║  It works now.                       ║
║                                      ║
╚══════════════════════════════════════╝

`)
})

test('an outcome is after the time, and an answer that does not fit beside its label is below', () => {
  expect(box(edit, 50)).toBe(`
╔═════════════════════ tool ═════════════════════╗
║                                                ║
║  ❌ Tool: Bash - FAILED (1m 05s) · exit 1      ║
║  🔧 Command: make                              ║
║                                                ║
║  🚨 Error:                                     ║
║  make: *** No rule to make target.  Stop.      ║
║                                                ║
╚════════════════════════════════════════════════╝

`)
})

test('the time is right in the title line, or beside the title where that is full', () => {
  const options = plainLookWith({timestamps: true, zone: 'Europe/Berlin', width: 58})
  expect(renderTerminalEntry(edit, options).split('\n')[0]).toBe(
    '╔═════════════════════════ tool ═════════════ 15:03:22 ══╗',
  )
  expect(renderTerminalEntry(edit, {...options, width: 28}).split('\n')[0]).toBe(
    '╔════ tool · 15:03:22 ═════╗',
  )
})

test('an agent has a gutter, its name in the title, and a narrower frame', () => {
  expect(
    box({...edit, state: 'denied', isError: false, lane, answered: [note('info', 'Not now')]}, 40),
  ).toBe(`
┃ ╔═════════ explore · denied ═════════╗
┃ ║                                    ║
┃ ║  🚫 Tool: Bash - DENIED (1m 05s)   ║
┃ ║     exit 1                         ║
┃ ║  🔧 Command: make                  ║
┃ ║                                    ║
┃ ║  🚫 Not now                        ║
┃ ║                                    ║
┃ ╚════════════════════════════════════╝

`)
})

test('without emoji the marks are characters', () => {
  const text = renderTerminalEntry(edit, plainLookWith({width: 58, emoji: false}))
  expect(text).toContain('║  ✗ Tool: Bash - FAILED (1m 05s) · exit 1')
  expect(text).toContain('║  Error: make: *** No rule')
  expect(text).not.toMatch(/\p{Emoji_Presentation}/u)
})

test('code is below its label, so that its lines stay aligned', () => {
  const text = box({...edit, state: 'completed', isError: false, answered: [code('if (a)\n  b()')]}, 58)
  expect(text).toMatch(/║ {2}📄 Result: {44}║\n/)
})

test('where a frame has no room there is none', () => {
  expect(
    renderTerminalEntry({...edit, subject: 'make', lane}, plainLookWith({width: 20})).split('\n')[0],
  ).toBe('┃ explore')
})

const wild = fc.oneof(
  fc.string({unit: 'grapheme', maxLength: 90}),
  fc.string({unit: 'binary', maxLength: 40}),
  fc.constantFrom(
    '漢字かな交じり文',
    '👨‍👩‍👧 🇩🇪 ⚠️',
    'e\u0301\u0302 Z͑ͫ̓',
    '\u001b[31mred\u001b[0m',
    'a\tb\rc',
    '\u202eabc',
    'ก็ำ',
  ),
)
const nodes: fc.Arbitrary<Node> = fc.oneof(
  wild.map((text) => plain(text)),
  wild.map((text) => ansi(text)),
  wild.map((text) => prose(text)),
  wild.map((text) => note('warning', text)),
  wild.map((text): Node => fields(field('command', text, `${text}.`))[0] ?? plain(text)),
)
const entries: fc.Arbitrary<Entry> = fc
  .record({
    kind: fc.constantFrom(
      'tool' as const,
      'answer' as const,
      'session' as const,
      'hook' as const,
      'agent' as const,
    ),
    title: wild,
    outcome: fc.option(wild, {nil: undefined}),
    subject: fc.option(wild, {nil: undefined}),
    state: fc.constantFrom(undefined, 'completed' as const, 'orphaned' as const, 'interrupted' as const),
    lane: fc.option(
      fc.record({key: wild, name: wild, level: fc.integer({min: 1, max: 60}), above: fc.constant([])}),
      {
        nil: undefined,
      },
    ),
    time: fc.constantFrom(undefined, 0, Number.MAX_VALUE),
    asked: fc.array(nodes, {maxLength: 3}),
    answered: fc.array(nodes, {maxLength: 3}),
  })
  .map(entryOf)

test('every line of every box is exactly as wide as the terminal', () => {
  fc.assert(
    fc.property(entries, fc.integer({min: 24, max: 120}), fc.boolean(), (entry, width, flag) => {
      const options = plainLookWith({width, paint: paintFor(flag), emoji: !flag, timestamps: flag})
      const lines = renderTerminalEntry(entry, options).split('\n')
      expect(lines.splice(-2)).toEqual(['', ''])
      for (const line of lines) expect(measure(line)).toBe(width)
    }),
    {numRuns: 300},
  )
})

test('no line of the other styles is wider than the terminal', () => {
  fc.assert(
    fc.property(entries, fc.integer({min: 24, max: 120}), fc.boolean(), (entry, width, flag) => {
      const options = plainLookWith({style: flag ? 'line' : 'plain', width, timestamps: flag})
      for (const line of renderTerminalEntry(entry, options).split('\n'))
        expect(measure(line)).toBeLessThanOrEqual(width)
    }),
    {numRuns: 300},
  )
})

test('an agent’s name that leaves no room for what is beside it has a line of its own', () => {
  const lane = {key: 'a', name: '漢字かな交じり文', level: 2, above: []}
  const text = renderTerminalEntry(
    entryOf({kind: 'answer', lane, asked: [prose('Hello')]}),
    plainLookWith({style: 'plain', width: 24}),
  )
  const lines = text.trimEnd().split('\n')
  expect(lines.map((line) => measure(line) <= 24)).toEqual([true, true, true])
  expect(lines[0]).toContain('漢字')
})

test('a thought is shown in twelve rows, an answer to its end', () => {
  const text = Array.from({length: 40}, (_, index) => `line ${index + 1}`).join('\n')
  const options = plainLookWith({width: 40, limits: {lines: 20, characters: 4000}})
  const shown = (kind: 'thinking' | 'answer' | 'summary' | 'prompt'): string =>
    renderTerminalEntry(entryOf({kind, title: 'T', asked: [prose(text)]}), options)
  for (const kind of ['thinking', 'summary'] as const) {
    expect(shown(kind)).toContain('line 11 ')
    expect(shown(kind)).toMatch(/… (28|29) more lines/)
  }
  for (const kind of ['answer', 'prompt'] as const) {
    expect(shown(kind)).toContain('line 40 ')
    expect(shown(kind)).not.toContain('more line')
  }
})

test('a refusal in an answer that is no error is a failure', () => {
  const text = renderTerminalEntry(
    {...edit, state: 'completed', outcome: 'refused'},
    plainLookWith({width: 58}),
  )
  expect(text).toContain('❌ Tool: Bash - FAILED (1m 05s) · refused')
  expect(text).toContain('🚨 Error:')
})

test('every state has a box', () => {
  const heads = toolRunStates.map(
    (state) =>
      renderTerminalEntry({...edit, state, isError: false}, plainLookWith({width: 58})).split('\n')[2],
  )
  expect(heads.map((head) => head?.match(/- ([A-Z]+)/)?.[1]?.toLowerCase())).toEqual(toolRunStates)
})
