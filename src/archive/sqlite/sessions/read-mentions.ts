import type {Database, SqlRow} from '../database/driver.ts'
import {namedIn, statements} from '../database/statements.ts'

/** What one file says of a session, with what is known of the file. */
export type MentionRow = SqlRow

/** The place of a file among those that speak of the same sessions. */
export type RankOf = (file: number) => number

/** An older content of a path says nothing more about a session that a newer content of it has as well. */
const outdated = `file.generation > 0 and exists (
    select 1 from file as newer join mention as same on same.file = newer.id and same.session = mention.session
    where newer.path = file.path and (newer.generation = 0 or newer.generation > file.generation)
  )`

const sql = statements({
  files: `select distinct file.id from mention join file on file.id = mention.file
    where mention.session in ${namedIn} order by file.path, file.generation`,
  mentions: `select mention.*, file.agent, file.modified, file.path, ${outdated} as outdated from mention join file on file.id = mention.file
    where mention.session in ${namedIn} order by coalesce(mention.started, file.modified), file.path, file.generation`,
  titles: `select leaf_title.session, leaf_title.title from leaf_title join file on file.id = leaf_title.file
    where leaf_title.session in ${namedIn} order by file.modified, file.path, file.generation, leaf_title.line`,
})

/** The newest titles that other sessions' files give to sessions. */
export const readLeafTitles = (
  database: Database,
  sessions: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    sql(database)
      .titles.all(JSON.stringify(sessions))
      .map(({session, title}) => [String(session), String(title)]),
  )

/** What all files say of sessions, the oldest first; `outdated` rows count only for when something was said. */
export const readMentions = (database: Database, sessions: readonly string[]): readonly MentionRow[] =>
  sql(database).mentions.all(JSON.stringify(sessions))

/**
 * Ranks the files of sessions by their paths: the order of indexing must not decide which of two
 * copies counts.
 */
export function rankFiles(database: Database, sessions: readonly string[]): RankOf {
  const files = sql(database).files.all(JSON.stringify(sessions))
  const ranks = new Map(files.map(({id}, rank) => [Number(id), rank]))
  return (file) => ranks.get(file) ?? ranks.size
}
