import {describe, expect, test} from 'vitest'
import {SliceMap} from './slice-map.ts'

const turns = [
  [1, 10, 10],
  [2, 5],
  [3, 20],
]

describe('the map of a session', () => {
  test('has every slice, in order', () => {
    const map = new SliceMap([...turns].reverse())
    expect(map.length).toBe(4)
    expect(map.indexOf({turn: 1, slice: 1})).toBe(1)
    expect(map.indexOf({turn: 3, slice: 0})).toBe(3)
    expect(map.indexOf({turn: 9, slice: 0})).toBe(4)
  })

  test('estimates unknown heights from measured ones, once', () => {
    const map = new SliceMap(turns)
    map.measure({turn: 1, slice: 0}, 500)
    map.learn()
    expect(map.heightOf(0, 4)).toBe(500 + 500 + 250 + 1000)
    map.measure({turn: 2, slice: 0}, 100)
    map.learn()
    expect(map.heightOf(1, 4)).toBe(500 + 100 + 1000)
  })

  test('finds the slice at an offset', () => {
    const map = new SliceMap(turns)
    map.measure({turn: 1, slice: 0}, 500)
    map.learn()
    expect(map.indexAt(0, 0, 4)).toBe(0)
    expect(map.indexAt(1100, 0, 4)).toBe(2)
    expect(map.indexAt(1e9, 0, 4)).toBe(3)
  })

  test('adds and removes slices', () => {
    const map = new SliceMap(turns)
    map.put({turn: 2, slice: 1}, 3)
    expect(map.at(3)).toMatchObject({turn: 2, slice: 1, items: 3})
    map.put({turn: 2, slice: 1}, 4)
    expect(map.length).toBe(5)
    map.remove({turn: 2, slice: 1})
    expect(map.length).toBe(4)
  })

  test('keeps known heights when everything is loaded again', () => {
    const before = new SliceMap(turns)
    before.measure({turn: 2, slice: 0}, 333)
    expect(new SliceMap(turns, before).get({turn: 2, slice: 0})?.height).toBe(333)
  })
})
