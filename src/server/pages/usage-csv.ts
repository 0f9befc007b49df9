import type {UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'

const heads = [
  'key',
  'name',
  'answers',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_5m_tokens',
  'cache_write_1h_tokens',
  'web_searches',
  'cost_usd',
  'reported_usd',
  'unknown_tokens',
  'complete',
  'models',
] as const

/** What calls add, by tools. */
const callHeads = ['calls', 'failed_calls', 'timed_calls', 'duration_ms', 'result_characters'] as const

/** A usage report for spreadsheets. Costs that are not known are empty, not 0. */
export function renderUsageCsv({groupBy, rows}: UsageReport): string {
  const isByTool = groupBy === 'tool'
  const lines = rows.map((row) => {
    const {
      key,
      name,
      responses,
      usage,
      webSearches,
      costMicros,
      reportedCostMicros,
      unpricedTokens,
      isComplete,
      models,
    } = row
    return [
      key,
      name ?? '',
      responses,
      usage.input,
      usage.output,
      usage.cacheRead,
      usage.cacheWrite5m,
      usage.cacheWrite1h,
      webSearches,
      costMicros === undefined ? '' : costMicros / 1_000_000,
      reportedCostMicros === undefined ? '' : reportedCostMicros / 1_000_000,
      unpricedTokens,
      isComplete,
      models.join(' '),
      ...(isByTool ? callCells(row) : []),
    ]
  })
  return [[...heads, ...(isByTool ? callHeads : [])], ...lines]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')
}

const callCells = ({calls}: UsageRow): readonly number[] => [
  calls?.calls ?? 0,
  calls?.failed ?? 0,
  calls?.timed ?? 0,
  calls?.durationMs ?? 0,
  calls?.characters ?? 0,
]

/** Spreadsheets run what begins like a formula, and names come from transcripts. */
function cell(value: string | number | boolean): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
