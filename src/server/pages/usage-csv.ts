import type {UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'

type Cell = string | number | boolean
type CsvColumn = readonly [head: string, cell: (row: UsageRow) => Cell]

const columns: readonly CsvColumn[] = [
  ['key', ({key}) => key],
  ['title', ({name}) => name ?? ''],
  ['responses', ({responses}) => responses],
  ['input_tokens', ({usage}) => usage.input],
  ['output_tokens', ({usage}) => usage.output],
  ['cache_read_tokens', ({usage}) => usage.cacheRead],
  ['cache_write_5m_tokens', ({usage}) => usage.cacheWrite5m],
  ['cache_write_1h_tokens', ({usage}) => usage.cacheWrite1h],
  ['web_searches', ({webSearches}) => webSearches],
  ['cost_usd', ({costMicros}) => toCsvDollars(costMicros)],
  ['reported_cost_usd', ({reportedCostMicros}) => toCsvDollars(reportedCostMicros)],
  ['unpriced_tokens', ({unpricedTokens}) => unpricedTokens],
  ['is_complete', ({isComplete}) => isComplete],
  ['models', ({models}) => models.join(' ')],
]

/** Only by tool. */
const callColumns: readonly CsvColumn[] = [
  ['calls', ({calls}) => calls?.calls ?? 0],
  ['failed_calls', ({calls}) => calls?.failed ?? 0],
  ['timed_calls', ({calls}) => calls?.timed ?? 0],
  ['duration_ms', ({calls}) => calls?.durationMs ?? 0],
  ['result_characters', ({calls}) => calls?.characters ?? 0],
]

/** A usage report for spreadsheets. */
export function renderUsageCsv({groupBy, rows, parts = []}: UsageReport): string {
  const partColumns = parts.map(
    ({key}): CsvColumn => [
      `cost_usd ${key || 'unknown'}`,
      (row) => toCsvDollars(row.parts?.find((part) => part.key === key)?.costMicros),
    ],
  )
  const shown = [...columns, ...(groupBy === 'tool' ? callColumns : []), ...partColumns]
  return [shown.map(([head]) => head), ...rows.map((row) => shown.map(([, cell]) => cell(row)))]
    .map((cells) => `${cells.map(escapeCell).join(',')}\r\n`)
    .join('')
}

/** An unknown cost is empty, not 0. */
const toCsvDollars = (micros: number | undefined): Cell => (micros === undefined ? '' : micros / 1_000_000)

/** Spreadsheets run text that starts like a formula, and names come from transcripts. */
function escapeCell(value: Cell): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
