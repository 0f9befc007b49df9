import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {readLines} from '../../../src/dialects/index.ts'
import type {Line} from '../../../src/model/index.ts'
import {findSessionFiles} from '../../../src/sources/index.ts'
import {knownTools} from '../../../src/tools/tools.ts'
import {toolSamples} from '../../tools/tool-samples.ts'
import {foldDocument} from '../conversation/recordings.ts'
import {attackTexts, hostileRounds} from './attack-texts.ts'
import {hostileSession, writeHostileSession} from './hostile-session.ts'
import {hostileStream} from './hostile-stream.ts'
import {xssVectors} from './xss-vectors.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-hostile-page-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const samples = await toolSamples()
const first = hostileSession(0, samples)
const second = hostileSession(1, samples)

/** How many lines there are of each kind. */
function kindsOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const reader = readLines('hostile.jsonl')
  const kinds = new Map<string, number>()
  const read: readonly Line[] = [...reader.push(Buffer.from(`${lines.join('\n')}\n`)), ...reader.end()]
  for (const line of read) {
    const kind = line.kind === 'message' ? line.message.kind : line.kind
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return kinds
}

test('over all rounds every vector is in every field', () => {
  const rounds = Array.from({length: hostileRounds}, (_, round) => attackTexts(round))
  for (let field = 0; field < 50; field++) {
    const texts = rounds.map((venom) => venom())
    expect(xssVectors.filter(({text}) => !texts.some((venom) => venom.includes(text)))).toEqual([])
  }
  const other = hostileSession(2, samples)
  expect(other.lines.length).toBe(second.lines.length)
  expect(hostileSession(1, samples)).toEqual(second)
})

describe('a hostile session', () => {
  test.each([
    ['first', first],
    ['second', second],
  ])('is read as what it is in the %s round', (_, session) => {
    const kinds = kindsOf(session.lines)
    expect(kinds.get('unknown')).toBe(2)
    expect(kinds.has('unreadable')).toBe(false)
    expect([...kinds.keys()].sort()).toEqual(told)
    expect([...kindsOf(session.agentLines).keys()].sort()).toEqual(['assistant', 'prompt', 'tool-result'])
  })

  test('has every tool, each answered, and its agent', () => {
    const document = foldDocument(findSessionFiles(writeHostileSession(temp, first), () => {}))
    const names = new Set(document.toolCalls.map(({name}) => name))
    expect(knownTools.filter((tool) => !tool.names.some((name) => names.has(name)))).toEqual([])
    expect(document.agents.map(({agentId}) => agentId)).toContain(first.agentId)
    expect(document.branches.length).toBeGreaterThan(0)
  })
})

test('a hostile stream is read as what it is', () => {
  const kinds = kindsOf(hostileStream(0))
  expect(kinds.get('unknown')).toBe(1)
  expect(kinds.has('unreadable')).toBe(false)
  for (const kind of onlyInStreams) expect(kinds.has(kind), kind).toBe(true)
})

const onlyInStreams =
  'init result task permission status progress auth rate-limit suggestion control reset'.split(' ')

const told = [
  'assistant',
  'attachment',
  'bash-input',
  'bash-output',
  'command-output',
  'compact-summary',
  'compaction',
  'cost-state',
  'hook',
  'instruction',
  'interruption',
  'leaf',
  'memory',
  'metadata',
  'notice',
  'prompt',
  'queue',
  'recap',
  'slash-command',
  'snapshot',
  'steering',
  'task-notification',
  'teammate-message',
  'title',
  'tool-result',
  'turn-duration',
  'unknown',
]
