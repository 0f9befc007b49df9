import {describe, expect, test} from 'vitest'
import {jsonChunks} from '../../src/model/format-json.ts'
import {escapeHiddenCharacters} from '../../src/page/text/hidden-characters.ts'
import {foldDocument, recordings} from '../support/conversation/recordings.ts'
import {fc} from '../support/fc.ts'

const textOf = (value: unknown): string => [...jsonChunks(value, escapeHiddenCharacters)].join('')

const nested = (depth: number, heart: unknown): unknown => {
  let value = heart
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : {in: value, on: level}
  return value
}

describe('JSON in chunks', () => {
  test('is the text of JSON.stringify, hidden characters escaped, for any value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue({maxDepth: 12}),
          fc.anything({withDate: true, withNullPrototype: false, withBigInt: false, maxDepth: 4}),
        ),
        fc.nat(20),
        (value, depth) => {
          const whole = nested(depth + 1, [value])
          expect(textOf(whole)).toBe(escapeHiddenCharacters(JSON.stringify(whole, null, 2)))
        },
      ),
    )
  })
  test('is the text of JSON.stringify, hidden characters escaped, for every recorded conversation', () => {
    for (const {transcripts} of recordings) {
      const document = foldDocument(transcripts)
      const text = textOf(document)
      expect(text).toBe(escapeHiddenCharacters(JSON.stringify(document, null, 2)))
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)))
    }
  })
  test('gives no chunk that grows with the document', () => {
    const document = {sessions: [{turns: [{items: Array.from({length: 20_000}, () => 'x'.repeat(100))}]}]}
    const pieces = [...jsonChunks(document)]
    expect(pieces.length).toBeGreaterThan(5)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(600_000)
  })
  test('goes deeper than the stack', () => {
    const depth = 30_000
    const text = textOf(nested(depth, 'heart'))
    expect(text.match(/\[/g)).toHaveLength(depth / 2)
    expect(text.match(/\]/g)).toHaveLength(depth / 2)
    expect(text).toContain('"heart"')
  })
  test('writes what is too long for one string', () => {
    const half = 'x'.repeat(300_000_000)
    let length = 0
    for (const piece of jsonChunks({sessions: [half, half]})) length += piece.length
    expect(length).toBeGreaterThan(600_000_000)
  })
})
