import type {Database} from './driver.ts'
import {begin} from './migrations/001-begin.ts'
import {tools} from './migrations/002-tools.ts'
import {byTool} from './migrations/003-by-tool.ts'
import {denied} from './migrations/004-denied.ts'
import {generations} from './migrations/005-generations.ts'
import {billing} from './migrations/006-billing.ts'
import {checksums} from './migrations/007-checksums.ts'
import {readAgain} from './migrations/008-read-again.ts'
import {unreported} from './migrations/010-unreported.ts'
import {schemaOf} from './open-database.ts'

/** Every change of the schema, in order; a database remembers how many it has had. */
export const migrations: readonly string[] = [
  begin,
  tools,
  byTool,
  denied,
  generations,
  billing,
  checksums,
  readAgain,
  // Titles from commands with arguments, and sessions of which a stream has only the result, are noted from here on.
  readAgain,
  unreported,
  readAgain,
]

/** The number of the newest schema. */
export const newestSchema = migrations.length

/** Brings a database to the newest schema, each step in a transaction of its own. */
export function migrate(database: Database, steps: readonly string[] = migrations): void {
  for (;;) {
    database.exec('begin immediate')
    try {
      const done = schemaOf(database)
      const next = steps[done]
      if (next !== undefined) {
        database.exec(next)
        database.exec(`pragma user_version = ${done + 1}`)
      }
      database.exec('commit')
      if (next === undefined) return
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
}
