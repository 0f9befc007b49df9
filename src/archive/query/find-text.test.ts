import {expect, test} from 'vitest'
import {findTextOf, isMistake, parseQuery} from './index.ts'

const textFor = (typed: string): string => {
  const query = parseQuery(typed, {now: 0, zone: 'UTC'})
  return isMistake(query) ? query.mistake : findTextOf(query)
}

test('one word or phrase is looked for as it is', () => {
  expect(textFor('tool:Bash "npm test" -kind:prompt')).toBe('npm test')
  expect(textFor('a.b')).toBe('a.b')
})

test('several words are alternatives, and special characters mean themselves', () => {
  expect(textFor('foo a/b "x  (y)"')).toBe(String.raw`/foo|a\/b|x\s+\(y\)/i`)
})

test('a regular expression stays one', () => expect(textFor(String.raw`/fo+\d/`)).toBe(String.raw`/fo+\d/i`))

test('what must not be there, and fields, are not marked', () => {
  expect(textFor('tool:Bash -foo error:yes')).toBe('')
})
