import {expect, test} from 'vitest'
import {ChunkedText} from './chunked-text.ts'

test('a long text is many pieces, none of them long, and nothing of it is lost', () => {
  const pieces = new ChunkedText()
  const lines = Array.from(
    {length: 30_000},
    (_, number) => `line ${number} of a long text, as pages have them\n`,
  )
  for (const line of lines) pieces.add(line)
  const taken = pieces.take()
  expect(taken.join('')).toBe(lines.join(''))
  expect(taken.length).toBeGreaterThan(3)
  expect(taken.every((piece) => piece.length <= 256 * 1024)).toBe(true)
  expect(pieces.take()).toEqual([])
})
