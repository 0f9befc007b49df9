import {readLines} from '../../dialects/index.ts'
import {gatherFacts, noThread} from '../facts/gather-facts.ts'
import type {Database} from '../sqlite/driver.ts'
import {bytesOf} from '../sqlite/file-rows.ts'
import {keepAnswers} from '../sqlite/keep-answers.ts'
import {keepCalls} from '../sqlite/keep-calls.ts'
import {touchSessions} from '../sqlite/keep-mentions.ts'
import {statements} from '../sqlite/statements.ts'
import {transaction} from '../sqlite/transaction.ts'

const sql = statements({
  any: 'select 1 from behind limit 1',
  next: 'select file as id, path, session from behind left join file on file.id = behind.file limit 1',
  drop: 'delete from behind where file = ?',
})

/**
 * Reads the responses and calls of files again that an older recount has kept, from the bytes that were kept with them: it did not
 * note yet all that is asked of them now. A file at a time, so that it may be stopped at any moment.
 */
export function readBehind(database: Database): void {
  // Mostly there is nothing, and then nothing is to be written.
  if (!sql(database).any.get()) return
  while (transaction(database, () => readNext(database)));
}

function readNext(database: Database): boolean {
  const row = sql(database).next.get()
  if (!row) return false
  const [id, path] = [Number(row['id']), String(row['path'])]
  const session = typeof row['session'] === 'string' ? row['session'] : undefined
  const gatherer = gatherFacts({session, path}, noThread)
  const reader = readLines(path)
  const take = (lines: ReturnType<typeof reader.end>): void => {
    for (const read of lines) gatherer.add({read, line: read.at.line, bytes: 0, unfinished: true})
  }
  for (const bytes of bytesOf(database, id, () => {})) take(reader.push(bytes))
  take(reader.end())
  const {answers, calls, sessions} = gatherer.end()
  keepAnswers(database, id, answers)
  keepCalls(database, id, calls)
  touchSessions(database, sessions)
  sql(database).drop.run(id)
  return true
}
