import type {Database} from './driver.ts'
import {namedIn, statements} from './statements.ts'

const sql = statements({
  relatives: `select session, other from kin where session in ${namedIn}`,
})

/** Puts sessions together with all that have an answer in common with them, and with those again. */
export function familiesOf(database: Database, sessions: Iterable<string>): readonly (readonly string[])[] {
  const relatives = new Map<string, readonly string[]>()
  for (let some = [...new Set(sessions)]; some.length > 0; ) {
    for (const session of some) relatives.set(session, [])
    for (const row of sql(database).relatives.all(JSON.stringify(some))) {
      const session = String(row['session'])
      relatives.set(session, [...(relatives.get(session) ?? []), String(row['other'])])
    }
    some = [...new Set(some.flatMap((session) => relatives.get(session) ?? []))].filter(
      (session) => !relatives.has(session),
    )
  }
  const families: (readonly string[])[] = []
  const placed = new Set<string>()
  for (const session of relatives.keys()) {
    if (placed.has(session)) continue
    const family = new Set([session])
    for (const member of family) {
      placed.add(member)
      for (const other of relatives.get(member) ?? []) family.add(other)
    }
    families.push([...family])
  }
  return families
}
