import {expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {entryOf, plainLookWith} from '../../../test/support/pages/entry.ts'
import {type Entry, prose, type Running} from '../../page/index.ts'
import {measure, renderTerminalRunning} from './index.ts'

const nothing: Running = {
  tools: [],
  agents: [],
  writing: [],
  spent: {tokens: undefined, costUsd: undefined, context: undefined},
}

const now = 100_000

const call = (title: string, subject: string, seconds: number, more: Partial<Entry> = {}): Entry =>
  entryOf({kind: 'tool', key: subject, title, subject, state: 'running', at: now - seconds * 1000, ...more})

const lane = {key: 'a', name: 'explore', level: 1, above: []}
const agent = entryOf({
  kind: 'agent',
  key: 'agent-a',
  title: 'explore',
  subject: 'Find it',
  lane,
  at: now - 64_000,
})
const spent = {tokens: 23_412, costUsd: 0.42, context: {tokens: 68_000, window: 200_000}}

test('the bottom lines show what is written, what runs and what was spent', () => {
  const running = {
    tools: [call('Bash', 'npm test', 12), call('Grep', 'total', 3, {lane})],
    agents: [{agent, step: entryOf({kind: 'tool', title: 'Read', subject: 'a.ts'})}],
    writing: [entryOf({kind: 'answer', title: 'Assistant', asked: [prose('I will options at the sum.')]})],
    spent,
  }
  expect(renderTerminalRunning(running, plainLookWith({width: 80}), now, 10)).toEqual([
    '• I will options at the sum.',
    '◐ Bash  npm test  12s',
    '◐ explore  → Grep total  1m 04s',
    '  23.4k tokens · $0.42 · ctx 34%',
  ])
})

test('an agent and the call that started it share a line', () => {
  const started = call('Agent', 'explore', 65, {depth: 'agent'})
  const step = entryOf({kind: 'tool', title: 'Read', subject: 'a.ts', lane})
  expect(
    renderTerminalRunning(
      {...nothing, tools: [started], agents: [{agent, step}]},
      plainLookWith({}),
      now,
      10,
    ),
  ).toEqual(['◐ Agent  explore → Read a.ts  1m 05s'])
})

test('the call of an agent that is not known is by itself, under its name', () => {
  const tools = [call('Grep', 'total', 3, {lane})]
  expect(renderTerminalRunning({...nothing, tools}, plainLookWith({style: 'plain'}), now, 10)).toEqual([
    '| explore - Grep  total  3s',
  ])
})

test('marks turn with time', () => {
  const marks = [0, 250, 500, 750, 1000].map(
    (time) =>
      renderTerminalRunning({...nothing, tools: [call('Bash', 'x', 0)]}, plainLookWith({}), time, 3)[0]?.[0],
  )
  expect(marks).toEqual(['◐', '◓', '◑', '◒', '◐'])
})

test('where there are too many, the rest is counted', () => {
  const tools = [1, 2, 3, 4, 5, 6, 7].map((number) => call('Bash', `job ${number}`, number))
  expect(renderTerminalRunning({...nothing, tools, spent}, plainLookWith({}), now, 5)).toEqual([
    '◐ Bash  job 1  1s',
    '◐ Bash  job 2  2s',
    '◐ Bash  job 3  3s',
    '  … 4 more',
    '  23.4k tokens · $0.42 · ctx 34%',
  ])
})

test('a window that is not known is shown in tokens, and nothing is said of nothing', () => {
  const context = {tokens: 68_000, window: undefined}
  expect(renderTerminalRunning({...nothing, spent: {...spent, context}}, plainLookWith({}), now, 1)).toEqual([
    '  23.4k tokens · $0.42 · ctx 68.0k',
  ])
  expect(renderTerminalRunning(nothing, plainLookWith({}), now, 5)).toEqual([])
})

test('they never take more rows or columns than there are', () => {
  const texts = fc.string({unit: 'grapheme', maxLength: 120})
  fc.assert(
    fc.property(
      fc.array(texts, {maxLength: 8}),
      texts,
      fc.integer({min: 8, max: 120}),
      fc.integer({min: 0, max: 9}),
      (subjects, text, width, rows) => {
        const running = {
          tools: subjects.map((subject) => call('Bash', subject, 3)),
          agents: [{agent: {...agent, title: text}, step: undefined}],
          writing: [entryOf({kind: 'answer', asked: [prose(text)]})],
          spent,
        }
        const lines = renderTerminalRunning(running, plainLookWith({width}), now, rows)
        expect(lines.length).toBeLessThanOrEqual(rows)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
      },
    ),
    {numRuns: 100},
  )
})
