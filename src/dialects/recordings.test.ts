import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {isJsonObject, type JsonObject, type JsonValue, type Line, type Message} from '../model/index.ts'
import {dialects, readLines, readRecord} from './index.ts'

/** The output of real clients, and the sample of the package. */
const files = ['test/recordings', 'samples'].flatMap((folder) =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => join(folder, path)),
)

function linesOf(path: string): readonly Line[] {
  const reader = readLines(path)
  return [...reader.push(readFileSync(path)), ...reader.end()]
}

const messagesOf = (path: string): readonly Message[] =>
  linesOf(path).flatMap((line) => (line.kind === 'message' ? [line.message] : []))

/** The same value with the keys of all its objects the other way round. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, field]) => [key, field && reversed(field)] as const)
  return Object.fromEntries(entries.reverse())
}

/** The dialect of a file's lines, by its name. */
const dialectOf = (path: string): string =>
  ['transcript', 'webui', 'stored'].find((name) => path.includes(`/${name}/`)) ?? 'stream-json'

test('there is something to read', () => {
  expect(files.length).toBeGreaterThan(150)
})

describe.each(files)('%s', (path) => {
  test('every line is a message of the dialect its file is in', () => {
    const odd = linesOf(path).filter(
      (line) => line.kind !== 'message' || line.message.dialect !== dialectOf(path),
    )
    expect(odd.map(({at, text}) => `${at.line}: ${text.slice(0, 200)}`)).toEqual([])
  })

  test('every line is recognised by one dialect only', () => {
    const recognised = messagesOf(path).map(({record}) =>
      dialects.filter((dialect) => dialect.recognizes(record)).map((dialect) => dialect.name),
    )
    expect(recognised.filter((names) => names.length !== 1)).toEqual([])
  })

  test('every message keeps its record unchanged, with its place', () => {
    const text = readFileSync(path)
    for (const line of linesOf(path)) {
      expect(JSON.parse(line.text)).toEqual(line.kind === 'message' && line.message.record)
      const own = text.subarray(line.at.offset, text.indexOf(10, line.at.offset)).toString('utf8')
      expect(own).toContain(line.text)
    }
  })

  test('the order of keys makes no difference', () => {
    for (const message of messagesOf(path)) {
      const other = readRecord(reversed(message.record) as JsonObject)
      // Totals by model and the record itself keep the order they were written in.
      expect(sorted(other)).toEqual(sorted(message))
    }
  })
})

function sorted(message: Message | undefined): unknown {
  if (message?.kind !== 'result' && message?.kind !== 'cost-state') return message
  return {...message, totals: message.totals.toSorted((a, b) => (a.model < b.model ? -1 : 1))}
}

test('a stored message is what the stream says, but for its envelope', () => {
  const inStore = files.filter((path) => dialectOf(path) === 'stored').flatMap(messagesOf)
  const inStream = messagesOf('samples/discount/stream.jsonl')
  expect(inStore.length).toBe(inStream.length)
  inStore.forEach((message, i) => {
    const {dialect, record, time, id, ...said} = message
    expect(inStream[i]).toMatchObject(said)
    expect(dialect).toBe('stored')
    expect(record['claudeMessage']).toEqual(inStream[i]?.record)
    // The stream stamps only some of its lines and names only some; the store does both for all.
    expect(time).toBe(inStream[i]?.time ?? Date.parse(String(record['timestamp'])))
    expect(id).toBe(inStream[i]?.id ?? record['id'])
  })
})
