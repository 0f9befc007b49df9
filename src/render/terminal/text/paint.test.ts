import {expect, test} from 'vitest'
import {paintFor} from './paint.ts'

const {person, term, dim, strong} = paintFor(true)

test('a colour continues behind another inside of it', () => {
  expect(person(`The ${term('cart')} fails`)).toBe(
    '\u001b[34mThe \u001b[36mcart\u001b[39m\u001b[34m fails\u001b[39m',
  )
  expect(dim(`a ${strong('b')} c`)).toBe('\u001b[2ma \u001b[1mb\u001b[22m\u001b[2m c\u001b[22m')
  expect(person('a\u001b[22;39mb')).toBe('\u001b[34ma\u001b[22;39m\u001b[34mb\u001b[39m')
})

test('nothing is painted where there is nothing, and nowhere without colours', () => {
  expect(person('')).toBe('')
  expect(paintFor(false).person('a')).toBe('a')
})
