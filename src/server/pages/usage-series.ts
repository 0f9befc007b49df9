import {
  nameOfPart,
  type UsagePart,
  type UsageReport,
  type UsageRow,
} from '../../archive/usage/usage-report.ts'
import {sumTokens} from '../../model/billing.ts'
import {formatTokens} from '../../page/index.ts'
import type {ChartSegment, ChartSeries} from '../charts/stacked-chart.ts'
import {formatCents, shortenPath} from './page-format.ts'
import type {UsageMeasure} from './usage-request.ts'

/** Cost or tokens of rows, parts and totals. */
export interface SeriesMeasure {
  readonly value: (sum: Pick<UsagePart, 'costMicros' | 'usage'>) => number
  readonly format: (value: number) => string
  /** On the axis, where round numbers need no cents. */
  readonly formatTick: (value: number) => string
}

/** What charts of parts can show. */
export const seriesMeasures: Readonly<Record<Exclude<UsageMeasure, 'calls'>, SeriesMeasure>> = {
  cost: {
    value: ({costMicros}) => costMicros ?? 0,
    format: (micros) => formatCents(micros),
    formatTick: (micros) => {
      if (micros === 0) return '$0'
      return micros % 1_000_000 === 0 ? formatCents(micros).slice(0, -3) : formatSmall(micros)
    },
  },
  tokens: {
    value: ({usage}) => sumTokens(usage),
    format: (tokens) => `${formatTokens(tokens)} tokens`,
    formatTick: formatTokens,
  },
}

const formatSmall = (micros: number): string =>
  micros >= 10_000 ? formatCents(micros) : `$${String(micros / 1_000_000)}`

const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** More colours cannot be told apart. */
const maxSeries = 6

/** The parts of a report as series: the largest, and one for all others. */
export interface UsageSeries {
  readonly series: readonly (ChartSeries & {readonly fullName: string})[]
  /** The parts of a row that are not zero, in the order of the series. */
  readonly segmentsOf: (row: UsageRow) => readonly ChartSegment[]
  /** The value of a series in a row. */
  readonly amountOf: (parts: readonly UsagePart[] | undefined, series: number) => number
}

/** Makes the series of a report; without a split there is one. */
export function listSeries(report: UsageReport, {value, format}: SeriesMeasure): UsageSeries {
  const {splitBy, parts = [], total} = report
  const whole = value(total)
  if (splitBy === undefined)
    return {
      series: [{name: 'All', fullName: 'All', words: format(whole)}],
      segmentsOf: (row) =>
        value(row) === 0 ? [] : [{series: 0, value: value(row), words: format(value(row))}],
      amountOf: () => 0,
    }
  const sorted = parts.filter((part) => value(part) > 0).sort((a, b) => value(b) - value(a))
  const shown = sorted.length <= maxSeries + 1 ? sorted : sorted.slice(0, maxSeries)
  const others = sorted.slice(shown.length)
  const places = new Map(shown.map(({key}, place) => [key, place]))
  const placeOf = (key: string): number => places.get(key) ?? shown.length
  const wordsOf = (sum: number): string =>
    `${format(sum)}${whole > 0 ? `, ${Math.round((100 * sum) / whole)}%` : ''}`
  const series = shown.map((part) => {
    const fullName = nameOfPart(splitBy, part.key)
    const name = splitBy === 'project' ? shortenPath(fullName, 30) : fullName
    return {name: splitBy === 'kind' ? capitalize(name) : name, fullName, words: wordsOf(value(part))}
  })
  if (others.length > 0) {
    const name = `${others.length} others`
    series.push({name, fullName: name, words: wordsOf(others.reduce((sum, part) => sum + value(part), 0))})
  }
  const valuesOf = (rowParts: readonly UsagePart[] = []): readonly number[] => {
    const sums = series.map(() => 0)
    for (const part of rowParts) {
      const place = placeOf(part.key)
      if (place < sums.length) sums[place] = (sums[place] ?? 0) + value(part)
    }
    return sums
  }
  return {
    series,
    segmentsOf: (row) =>
      valuesOf(row.parts).flatMap((sum, place) =>
        sum === 0 ? [] : [{series: place, value: sum, words: format(sum)}],
      ),
    amountOf: (rowParts, place) => valuesOf(rowParts)[place] ?? 0,
  }
}
