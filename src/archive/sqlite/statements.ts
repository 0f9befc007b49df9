import type {Database, Statement} from './driver.ts'

/** Many names as one value: what follows `in` where the value is a JSON array of them. */
export const namedIn = '(select value from json_each(?))'

/** Prepares statements once for each database. */
export function statements<Names extends string>(
  sql: Readonly<Record<Names, string>>,
): (database: Database) => Readonly<Record<Names, Statement>> {
  const prepared = new WeakMap<Database, Record<Names, Statement>>()
  return (database) => {
    const known = prepared.get(database)
    if (known) return known
    const made = Object.fromEntries(
      Object.entries<string>(sql).map(([name, text]) => [name, database.prepare(text)]),
    )
    if (!isComplete(made, sql)) throw new Error('Cannot prepare statements: one is missing.')
    prepared.set(database, made)
    return made
  }
}

const isComplete = <Names extends string>(
  made: Record<string, Statement>,
  sql: Readonly<Record<Names, string>>,
): made is Record<Names, Statement> => Object.keys(sql).every((name) => name in made)
