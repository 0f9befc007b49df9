import {expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import type {Hunk} from '../../page/index.ts'
import {computeHunks} from './hunks.ts'

const sides = (hunks: readonly Hunk[], gone: '+' | '-'): readonly string[] =>
  hunks.flatMap((hunk) => hunk.lines.filter((line) => line.sign !== gone).map((line) => line.text))

const numbered = (count: number, name: string): string =>
  Array.from({length: count}, (_, index) => `${name} ${index}\n`).join('')

test('a change has every line that differs, and its numbers are those of both files', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '\\', '+', '-'), {maxLength: 30})
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const [old, now] = [before, after].map((side) => side.map((line) => `${line}\n`).join(''))
      for (const line of computeHunks(old ?? '', now ?? '', 1).flatMap((hunk) => hunk.lines)) {
        if (line.oldLine !== undefined) expect(before[line.oldLine - 1]).toBe(line.text)
        if (line.newLine !== undefined) expect(after[line.newLine - 1]).toBe(line.text)
      }
    }),
  )
})

test('parts of lines are compared without the end of the file they lack', () => {
  expect(sides(computeHunks('a', 'b'), '-')).toEqual(['b'])
  expect(computeHunks('a', 'a')).toEqual([])
  expect(sides(computeHunks('a', 'a\n'), '-')).toEqual(['a', ''])
})

test('files that have little in common are replaced from the first difference to the last', () => {
  const old = `head\n${numbered(5000, 'old')}tail\n`
  const now = `head\n${numbered(4000, 'new')}tail\n`
  const hunks = computeHunks(old, now, 1)
  expect(hunks).toHaveLength(1)
  expect(sides(hunks, '+').join('\n')).toBe(old.trimEnd())
  expect(sides(hunks, '-').join('\n')).toBe(now.trimEnd())
  expect(hunks[0]?.lines.at(-1)).toEqual({sign: ' ', text: 'tail', oldLine: 5002, newLine: 4002})
})
