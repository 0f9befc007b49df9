import type {Database} from '../database/driver.ts'
import {schemaOf} from '../database/open-database.ts'
import {initialSchema} from './001-initial-schema.ts'
import {toolTables} from './002-tools.ts'
import {byTool} from './003-by-tool.ts'
import {denied} from './004-denied.ts'
import {generations} from './005-generations.ts'
import {billing} from './006-billing.ts'
import {checksums} from './007-checksums.ts'
import {rereadAll} from './008-reread-files.ts'
import {unreported} from './010-unreported.ts'
import {unknownToolName} from './012-unknown-tool.ts'
import {curationTable} from './013-curation.ts'

/** Every change of the schema, in order; a database remembers how many it has had. */
export const migrations: readonly string[] = [
  initialSchema,
  toolTables,
  byTool,
  denied,
  generations,
  billing,
  checksums,
  rereadAll,
  // Titles from commands with arguments, and sessions of which a stream has only the result, are noted from here on.
  rereadAll,
  unreported,
  rereadAll,
  unknownToolName,
  curationTable,
]

/** The number of the newest schema. */
export const newestSchema = migrations.length

/** Migrates a database to the newest schema, each step in a separate transaction. */
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
