import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {readLines} from '../../dialects/index.ts'
import {findTailOffset, readRecordAt} from './read-part.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-record-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const messages = ['one', 'two', 'three'].map((text) => ({
  type: 'user',
  message: {role: 'user', content: text.repeat(50_000)},
}))

test.each([
  ['lines', messages.map((message) => `${JSON.stringify(message)}\n`).join('')],
  ['a pretty-printed array', JSON.stringify(messages, null, 2)],
  ['an array on one line', JSON.stringify(messages)],
])('a record of %s is shown as it is written', (_what, text) => {
  const path = join(temp, 'a.json')
  writeFileSync(path, text)
  const reader = readLines(path)
  const lines = [...reader.push(Buffer.from(text)), ...reader.end()]
  expect(lines).toHaveLength(3)
  for (const {at, text: own} of lines) expect(readRecordAt(path, at.offset, at.record)).toBe(own)
})

test('the tail of a file starts with a line; that of a pretty-printed file is empty', () => {
  const path = join(temp, 'b.json')
  const lines = messages.map((message) => JSON.stringify(message))
  writeFileSync(path, `${lines.join('\n')}\n`)
  const last = (lines[0]?.length ?? 0) + (lines[1]?.length ?? 0) + 2
  expect(findTailOffset(path, 300_000)).toBe(last)
  // A last line that is longer than the tail is read as a whole.
  expect(findTailOffset(path, 40_000)).toBe(last)
  const text = JSON.stringify(messages, null, 2)
  writeFileSync(path, text)
  expect(findTailOffset(path, 300_000)).toBe(text.length)
})
