import {expect, test} from 'vitest'
import {brotliPacker} from '../disk/node-platform.ts'
import {PackedMap} from './packed-map.ts'

const many = 5000
const madeValue = (number: number) => ({
  id: `call-${number}`,
  text: 'é\u{1F600} '.repeat(number % 40),
  state: undefined,
})

/** A packed map and an ordinary map with the same values. */
function both() {
  const [packed, plain] = [new PackedMap<object>(brotliPacker), new Map<string, object>()]
  for (let number = 0; number < many; number += 1)
    for (const map of [packed, plain]) map.set(`call-${number}`, madeValue(number))
  return {packed, plain}
}

test('a packed map has the values of an ordinary map, in the same order', () => {
  const {packed, plain} = both()
  expect([...packed]).toEqual([...plain])
  expect([...packed.values()]).toEqual([...plain.values()])
  expect([...packed.keys()]).toEqual([...plain.keys()])
  expect(packed.get('call-0')).toStrictEqual(madeValue(0))
  expect(packed.get('call-9999')).toBeUndefined()
})

test('packed values can be replaced and deleted', () => {
  const {packed, plain} = both()
  for (let number = 0; number < many; number += 7)
    for (const map of [packed, plain]) map.set(`call-${number}`, {id: 'other'})
  for (let number = 3; number < many; number += 5)
    for (const map of [packed, plain]) map.delete(`call-${number}`)
  expect(packed.size).toBe(plain.size)
  expect(packed.has('call-3')).toBe(false)
  expect([...packed]).toEqual([...plain])
})

test('most values of a large map are packed', () => {
  const {packed, plain} = both()
  const kept = [...plain].filter(([key, value]) => {
    packed.set(key, value)
    return packed.get(key) === value
  })
  expect(kept).toHaveLength(many)
  expect([...plain].filter(([key, value]) => packed.get(key) === value).length).toBeLessThan(many / 5)
})
