import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {IdTable} from './id-table.ts'

const ids = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.string(),
  fc.constantFrom('', 'a', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'),
  fc.nat(50).map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
)

describe('a table of ids', () => {
  test('knows each id as an array and a map do, however it is spelled', () => {
    fc.assert(
      fc.property(fc.array(ids, {maxLength: 400}), ids, (given, stranger) => {
        const table = new IdTable()
        const places = new Map<string, number>()
        for (const [place, id] of given.entries()) {
          expect(table.placeOf(id)).toBe(places.get(id))
          expect(table.add(id)).toBe(place)
          expect(table.placeOf(id)).toBe(place)
          places.set(id, place)
        }
        expect(table.size).toBe(given.length)
        for (const [place, id] of given.entries()) {
          expect(table.idAt(place)).toBe(id)
          expect(table.placeOf(id)).toBe(places.get(id))
          expect(table.isLatest(place)).toBe(places.get(id) === place)
        }
        expect(table.has(stranger)).toBe(places.has(stranger))
        expect(table.idAt(given.length)).toBeUndefined()
        expect(table.idAt(-1)).toBeUndefined()
      }),
    )
  })

  test('has in common with another what both were given, in its own order', () => {
    fc.assert(
      fc.property(fc.array(ids, {maxLength: 100}), fc.array(ids, {maxLength: 100}), (given, others) => {
        const [table, other] = [new IdTable(), new IdTable()]
        for (const id of given) table.add(id)
        for (const id of others) other.add(id)
        expect(table.sharedWith(other)).toEqual(given.filter((id) => others.includes(id)))
        expect(other.sharedWith(table)).toEqual(others.filter((id) => given.includes(id)))
        for (const id of given) expect(table.idAt(table.placeOf(id) ?? -1)).toBe(id)
      }),
    )
  })

  test('takes a hundred thousand that only count up', () => {
    const table = new IdTable()
    const id = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
    for (let n = 0; n < 100_000; n += 1) table.add(id(n))
    for (let n = 0; n < 100_000; n += 997) expect(table.placeOf(id(n))).toBe(n)
    expect(table.has(id(100_000))).toBe(false)
  })
})
