import {readPriceTable} from './rates.ts'

const table = `
claude-3-5-haiku-latest |  | claude-3-5-haiku claude-3.5-haiku | 0 0.8 4 0.08 1 1.6 10
claude-3-5-sonnet |  | claude-3-5-sonnet claude-3.5-sonnet | 0 3 15 0.3 3.75 6 10
claude-3-7-sonnet-latest |  | claude-3-7-sonnet claude-3.7-sonnet claude-sonnet-3.7 claude-sonnet-3-7 | 0 3 15 0.3 3.75 6 10
claude-3-haiku |  | claude-3-haiku | 0 0.25 1.25 0.03 0.3 0.5
claude-3-opus-latest |  | claude-3-opus | 0 15 75 1.5 18.75 30
claude-3-sonnet |  | claude-3-sonnet | 0 3 15 0.3 3.75 6
claude-fable-5 | claude-fable-5 |  | 0 10 50 1 12.5 20 10
claude-fable-5-1 | claude-fable-5-1 |  | 0 10 50 0.25 12.5 20 10
claude-haiku-4-5 |  | claude-haiku-4-5 claude-haiku-4.5 claude-4-5-haiku claude-4.5-haiku | 0 1 5 0.1 1.25 2 10
claude-opus-4-0 | claude-opus-4 claude-opus-4-20250514 | claude-opus-4-0 claude-4-opus | 0 15 75 1.5 18.75 30 10
claude-opus-4-1 |  | claude-opus-4-1 claude-opus-4.1 | 0 15 75 1.5 18.75 30 10
claude-opus-4-5 |  | claude-opus-4-5 claude-opus-4.5 claude-4-5-opus claude-4.5-opus | 0 5 25 0.5 6.25 10 10
claude-opus-4-6 |  | claude-opus-4-6 claude-opus-4.6 claude-4-6-opus claude-4.6-opus | 0 5 25 0.5 6.25 10 10, 200000 10 37.5 1 12.5 20 10 | from 2026-03-13: 0 5 25 0.5 6.25 10 10
claude-opus-4-7 |  | claude-opus-4-7 claude-opus-4.7 claude-4-7-opus claude-4.7-opus | 0 5 25 0.5 6.25 10 10
claude-opus-4-8 |  | claude-opus-4-8 claude-opus-4.8 claude-4-8-opus claude-4.8-opus | 0 5 25 0.5 6.25 10 10
claude-opus-5 | claude-opus-5 | claude-opus-5.0 claude-5-opus claude-5.0-opus | 0 5 25 0.5 6.25 10 10
claude-opus-5-5 | claude-opus-5-5 | claude-opus-5.5 claude-5-5-opus claude-5.5-opus | 0 4 20 0.2 5 8 10
claude-sonnet-4-0 | claude-sonnet-4 | claude-sonnet-4-2025 claude-sonnet-4-0 claude-sonnet-4@ claude-4-sonnet | 0 3 15 0.3 3.75 6 10
claude-sonnet-4-5 |  | claude-sonnet-4-5 claude-sonnet-4.5 | 0 3 15 0.3 3.75 6 10, 200000 6 22.5 0.6 7.5 12 10
claude-sonnet-4-6 |  | claude-sonnet-4-6 claude-sonnet-4.6 | 0 3 15 0.3 3.75 6 10, 200000 6 22.5 0.6 7.5 12 10 | from 2026-03-13: 0 3 15 0.3 3.75 6 10
claude-sonnet-5 |  | claude-sonnet-5 claude-sonnet-5.0 claude-5-sonnet claude-5.0-sonnet | 0 2 10 0.2 2.5 4 10
`

/** Anthropic's prices according to `@pydantic/genai-prices`: written by its test, on `npm run approve`. */
export const priceTable = readPriceTable(
  table,
  '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
  '2026-11-18',
)
