import type {Command} from '../../arguments/command.ts'
import {jsonLinesOption} from '../../arguments/common-options.ts'

/** `recount sql`. */
export const sqlCommand: Command = {
  name: 'sql',
  operands: '<query>',
  summary: 'Query the archive with SQL.',
  description: 'Runs one read-only SQL query. docs/archive.md describes the tables.',
  options: [jsonLinesOption],
  examples: ['recount sql "select tool, count(*) from call group by tool order by 2 desc"'],
  load: async () => (await import('./run-sql.ts')).runSqlQuery,
}
