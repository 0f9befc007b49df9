import {describe, expect, test} from 'vitest'
import {SliceMap} from './slice-map.ts'

const turns = [
  [1, 10, 10],
  [2, 5],
  [3, 20],
]

describe('the map of a session', () => {
  test('holds a place for every piece, in the order in which they are read', () => {
    const map = new SliceMap([...turns].reverse())
    expect(map.length).toBe(4)
    expect(map.place({turn: 1, piece: 1})).toBe(1)
    expect(map.place({turn: 3, piece: 0})).toBe(3)
    expect(map.place({turn: 9, piece: 0})).toBe(4)
  })

  test('guesses what was not seen from what was, and does not change its mind', () => {
    const map = new SliceMap(turns)
    map.measure({turn: 1, piece: 0}, 500)
    map.learn()
    expect(map.heightOf(0, 4)).toBe(500 + 500 + 250 + 1000)
    map.measure({turn: 2, piece: 0}, 100)
    map.learn()
    expect(map.heightOf(1, 4)).toBe(500 + 100 + 1000)
  })

  test('finds the piece at a height', () => {
    const map = new SliceMap(turns)
    map.measure({turn: 1, piece: 0}, 500)
    map.learn()
    expect(map.placeAt(0, 0, 4)).toBe(0)
    expect(map.placeAt(1100, 0, 4)).toBe(2)
    expect(map.placeAt(1e9, 0, 4)).toBe(3)
  })

  test('takes in pieces that come, and forgets those that go', () => {
    const map = new SliceMap(turns)
    map.put({turn: 2, piece: 1}, 3)
    expect(map.at(3)).toMatchObject({turn: 2, piece: 1, items: 3})
    map.put({turn: 2, piece: 1}, 4)
    expect(map.length).toBe(5)
    map.remove({turn: 2, piece: 1})
    expect(map.length).toBe(4)
  })

  test('keeps the heights that it knows when everything is told anew', () => {
    const before = new SliceMap(turns)
    before.measure({turn: 2, piece: 0}, 333)
    expect(new SliceMap(turns, before).get({turn: 2, piece: 0})?.height).toBe(333)
  })
})
