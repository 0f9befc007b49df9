import type {Database, SqlRow} from './driver.ts'
import {namedIn, statements} from './statements.ts'

/** What one file says of a session, with what is known of the file. */
export type MentionRow = SqlRow

const sql = statements({
  mentions: `select mention.*, file.agent, file.modified from mention join file on file.id = mention.file
    where mention.session in ${namedIn} order by coalesce(mention.started, file.modified), file.path`,
  titles: `select leaf_title.session, leaf_title.title from leaf_title join file on file.id = leaf_title.file
    where leaf_title.session in ${namedIn} order by file.modified, file.path, leaf_title.line`,
})

/** The newest titles that other sessions' files give to sessions. */
export const titlesOf = (database: Database, sessions: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    sql(database)
      .titles.all(JSON.stringify(sessions))
      .map(({session, title}) => [String(session), String(title)]),
  )

/** What all files say of sessions, the oldest first. */
export const mentionsOf = (database: Database, sessions: readonly string[]): readonly MentionRow[] =>
  sql(database).mentions.all(JSON.stringify(sessions))

/** When a file last spoke of a session: what stands there without a time is at the latest of that time. */
export const momentOf = ({ended, modified}: MentionRow): number => Number(ended ?? modified)
