import {expect, test} from 'vitest'
import {findNeededSlices, SliceMap} from './slice-map.ts'

/** Twenty slices of 1000 pixels, of which the eleventh to fourteenth are loaded. */
const map = new SliceMap(Array.from({length: 20}, (_, index) => [index + 1, 10]))
for (let turn = 1; turn <= 20; turn += 1) map.measure({turn, slice: 0}, 1000)

/** What is needed if the loaded slices start this far below the top of the screen. */
const needAt = (top: number) =>
  findNeededSlices(map, 10, 13, {
    top,
    bottom: top + 4000,
    before: top - 10_000,
    after: top + 4000,
    height: 800,
  })

test('nearby slices are loaded before they are visible', () => {
  expect(needAt(-500)).toEqual({query: 'before=11.0', isJump: false})
  expect(needAt(300)).toEqual({query: 'before=11.0', isJump: false})
  expect(needAt(-3001)).toEqual({query: 'from=15.0', isJump: false})
})

test('far slices replace the loaded ones, with one slice before them', () => {
  expect(needAt(5500)).toEqual({query: 'from=4.0', isJump: true})
  expect(needAt(-6500)).toEqual({query: 'from=16.0', isJump: true})
})

test('nothing is needed if everything is loaded, and the start if nothing is', () => {
  const sight = {top: 0, bottom: 20_000, before: 0, after: 20_000, height: 800}
  expect(findNeededSlices(map, 0, 19, sight)).toBeUndefined()
  expect(findNeededSlices(map, 0, -1, sight)).toEqual({query: 'from=1.0', isJump: true})
  expect(findNeededSlices(new SliceMap([]), 0, -1, sight)).toBeUndefined()
})
