import type {Database} from '../sqlite/database/driver.ts'
import {errorKind, resultCode} from '../sqlite/database/error-kind.ts'
import {openDatabase} from '../sqlite/database/open-database.ts'
import {checksumOf, decompressBlock} from '../sqlite/files/compress.ts'
import {addChecksums, blockColumns, type MissingChecksum} from '../sqlite/files/read-block.ts'

/**
 * The numbers that two archives of the same bytes share. Texts such as titles are excluded, because some are from notes next
 * to a file, which may be deleted.
 */
const common: Readonly<Record<string, string>> = {
  file: 'select path, generation, kind, size, offset, lines from $.file',
  answer: `select file.path, generation, message, answer.session, line, model, time, input, output, cache_read, cache_write_5m,
    cache_write_1h, web_searches, modes, final, streamed, cost from $.answer join $.file on file.id = answer.file`,
  call: `select file.path, generation, call.session, call.id, line, tool, time, ended, failed, denied, characters, searches
    from $.call join $.file on file.id = call.file`,
  report: `select file.path, generation, line, record, report.session, report.id, time, cost, totals
    from $.report join $.file on file.id = report.file`,
  mention: `select file.path, generation, mention.session, started, ended, turns, records, bytes
    from $.mention join $.file on file.id = mention.file`,
  session: 'select id, started, ended, turns, tools, errors, agents, records, bytes from $.session',
  spent: 'select * from $.spent',
  reported: 'select * from $.reported',
  kin: 'select * from $.kin',
  curation: 'select * from $.curation',
  spent_on: 'select * from $.spent_on',
  used: 'select * from $.used',
}

/** The first table in which an archive differs from one that was made from its bytes, as the reason for a repair. */
export async function findDifference(path: string, rebuilt: string): Promise<string | undefined> {
  const database = await openDatabase(path, {readOnly: true})
  try {
    database.prepare('attach ? as rebuilt').run(rebuilt)
    // A query that fails on a new archive is a mistake of ours, and no damage.
    for (const query of Object.values(common))
      database.prepare(`select count(*) from (${query.replaceAll('$', 'rebuilt')})`).get()
  } catch (error) {
    database.close()
    throw error
  }
  try {
    const different = Object.keys(common).find((table) => differs(database, common[table] ?? ''))
    return different === undefined ? undefined : `rows of ${different} are not those that the kept bytes give`
  } catch (error) {
    // Rows that SQLite itself cannot read, as JSON that is none.
    if (resultCode(error) === undefined || (errorKind(error) ?? 'damaged') !== 'damaged') throw error
    return error instanceof Error ? error.message : String(error)
  } finally {
    database.close()
  }
}

function differs(database: Database, query: string): boolean {
  const [ours, theirs] = [query.replaceAll('$', 'main'), query.replaceAll('$', 'rebuilt')]
  return [`${ours} except ${theirs}`, `${theirs} except ${ours}`].some(
    (difference) => database.prepare(`select 1 from (${difference}) limit 1`).get() !== undefined,
  )
}

/** The first block whose bytes are not those that were kept. Blocks of an older recount get the checksum that they lack. */
export async function findBadBlock(path: string): Promise<string | undefined> {
  const database = await openDatabase(path)
  const missing: MissingChecksum[] = []
  try {
    for (const row of database.prepare(`select ${blockColumns} from block`).iterate()) {
      const bytes = decompressBlock(row)
      if (!bytes) return `a block of file ${row['file']} is not what was kept`
      if (row['checksum'] === null)
        missing.push({
          file: Number(row['file']),
          start: Number(row['start']),
          length: bytes.length,
          checksum: checksumOf(bytes),
        })
    }
    addChecksums(database, missing)
    return undefined
  } finally {
    database.close()
  }
}

/** Changes whenever something is indexed or curated; `undefined` for an archive that cannot be read. */
export async function stateOf(path: string): Promise<string | undefined> {
  const database = await openDatabase(path, {readOnly: true})
  try {
    return JSON.stringify(
      database
        .prepare('select max(changed), total(size), count(*), (select max(changed) from curation) from file')
        .get(),
    )
  } catch {
    return undefined
  } finally {
    database.close()
  }
}
