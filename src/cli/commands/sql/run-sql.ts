import {openArchiveToRead} from '../../../archive/open-archive.ts'
import {archiveHome} from '../../archive/data-folders.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import {jsonLine, printable} from '../../output/printable.ts'

/** `recount sql`: runs a read-only SQL query. */
export const runSqlQuery: RunCommand = async (host, given) => {
  const [query = ''] = given.operands
  const archive = await openArchiveToRead(archiveHome(host))
  try {
    if (!archive.sql) throw new Failure('Cannot run the query: this archive does not support SQL.', 1)
    for await (const row of archive.sql(query)) {
      if (host.out.closed) return
      await host.out.write(
        given.switches.has('json')
          ? jsonLine(Object.fromEntries(row))
          : `${row.map(([, value]) => printable(inOneLine(String(value ?? '')))).join('\t')}\n`,
      )
    }
  } finally {
    archive.close()
  }
}

/** Line ends and tabs separate rows and columns. */
const inOneLine = (text: string): string => text.replaceAll(/[\r\n\t]\s*/g, ' ')
