import type {CuratedItem, Curation, CurationChange, CurationTarget} from '../../curation/curation.ts'
import {applyCuration, isUncurated, noCuration} from '../../curation/curation.ts'
import {type Database, optionalText, type SqlRow, type SqlValue} from '../database/driver.ts'
import {statements, transaction} from '../database/statements.ts'
import {checksumOf} from '../files/compress.ts'

const columns = 'session, message, name, starred, hidden, tags, note, changed, checksum'

const sql = statements({
  one: `select ${columns} from curation where session = ? and message = ?`,
  all: `select ${columns} from curation order by session, message`,
  ofSession: `select ${columns} from curation where session = ? order by message`,
  put: `insert or replace into curation (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
})

/** The title of a row of `session`: the user's own name first. */
export const titleSql = `coalesce((select c.name from curation c where c.session = session.id and c.message = ''), title)`

/** What was said about a session and its messages, or about all. */
export function listCurations(database: Database, session: string | undefined): readonly CuratedItem[] {
  const run = sql(database)
  const rows = session === undefined ? run.all.all() : run.ofSession.all(session)
  return rows.map((row) => toItem(row)).filter((item) => !isUncurated(item))
}

/** Changes what is said about a session or message; gives the result. */
export function changeCuration(
  database: Database,
  target: CurationTarget,
  change: CurationChange,
  now: number,
): Curation {
  return transaction(database, () => {
    const row = sql(database).one.get(target.sessionId, target.messageId ?? '')
    const before = row ? toItem(row) : undefined
    const after = applyCuration(before ?? noCuration, change, target)
    // A removed curation keeps its row: pages that are no longer used may have an older one, which a repair would find.
    put(database, {...target, ...after, changedAt: Math.max(now, (before?.changedAt ?? 0) + 1)})
    return after
  })
}

/** Adds items from elsewhere, if they are newer; gives how many were. Removed ones stay removed. */
export function mergeCurations(database: Database, items: readonly CuratedItem[]): number {
  return transaction(database, () => {
    const newer = items.filter(({sessionId, messageId, changedAt}) => {
      const row = sql(database).one.get(sessionId, messageId ?? '')
      return row === undefined || Number(row['changed']) < changedAt
    })
    for (const item of newer) put(database, item)
    return newer.length
  })
}

function put(database: Database, item: CuratedItem): void {
  const values = valuesOf(item)
  sql(database).put.run(...values, checksumOfRow(values))
}

const valuesOf = (item: CuratedItem): readonly SqlValue[] => [
  item.sessionId,
  item.messageId ?? '',
  item.name ?? null,
  Number(item.starred),
  Number(item.hidden),
  JSON.stringify(item.tags),
  item.note ?? null,
  item.changedAt,
]

const checksumOfRow = (values: readonly SqlValue[]): number =>
  checksumOf(new TextEncoder().encode(JSON.stringify(['curation', ...values])))

const toItem = (row: SqlRow): CuratedItem => ({
  sessionId: String(row['session']),
  messageId: String(row['message']) || undefined,
  name: optionalText(row['name']),
  starred: row['starred'] === 1,
  hidden: row['hidden'] === 1,
  tags: readTags(String(row['tags'])),
  note: optionalText(row['note']),
  changedAt: Number(row['changed']),
})

/** The item of a row that was found on a damaged page, if its checksum is right. */
export function readCurationRow(row: readonly SqlValue[]): CuratedItem | undefined {
  const [session, message, name, starred, hidden, tags, note, changed, checksum] = row
  const values = row.slice(0, -1)
  if (typeof checksum !== 'number' || values.length !== 8 || checksumOfRow(values) !== checksum)
    return undefined
  return toItem({
    session: session ?? null,
    message: message ?? null,
    name: name ?? null,
    starred: starred ?? null,
    hidden: hidden ?? null,
    tags: tags ?? null,
    note: note ?? null,
    changed: changed ?? null,
  })
}

/** The tags in a column with a JSON array. */
export function readTags(json: string): readonly string[] {
  const tags: unknown = JSON.parse(json)
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}
