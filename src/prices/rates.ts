/** Prices in dollars: per million tokens, and per thousand web searches where the model may search. */
export interface Rates {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly webSearch?: number | undefined
}

/** The rates from a prompt size on: some models cost more where the whole prompt is longer. */
export interface BandRates extends Rates {
  readonly over: number
}

/** The rates from a day on, the smallest band first. */
export interface DatedRates {
  /** An ISO date; absent for what always was. */
  readonly from?: string | undefined
  readonly bands: readonly BandRates[]
  /** Where the price was read. */
  readonly source: string
  /** When it was last compared with that, as an ISO date. */
  readonly checked: string
}

/** A model and what it costs; a later entry of its prices replaces the one before it. */
export interface PricedModel {
  readonly id: string
  /** Names that are it, with or without a date at their end. */
  readonly names: readonly string[]
  /** How other names of it begin. */
  readonly begins: readonly string[]
  readonly prices: readonly DatedRates[]
}

/** A band of the generated price table, in the order of `BandRates`. */
type BandRow = readonly [
  over: number,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite5m: number,
  cacheWrite1h: number,
  webSearch?: number,
]

/** A model of the generated price table: names are parted by spaces, and each price begins with its day, or is empty. */
export type PriceRow = readonly [
  id: string,
  names: string,
  begins: string,
  ...prices: readonly (readonly [from: string, ...bands: readonly BandRow[]])[],
]

/** Reads a row of the generated price table. All rows have one source, and were compared with it on one day. */
export function readPriceRow(
  [id, names, begins, ...prices]: PriceRow,
  source: string,
  checked: string,
): PricedModel {
  return {
    id,
    names: names.split(' ').filter(Boolean),
    begins: begins.split(' ').filter(Boolean),
    prices: prices.map(([from, ...bands]) => ({
      from: from || undefined,
      bands: bands.map(readBand),
      source,
      checked,
    })),
  }
}

function readBand([
  over,
  input,
  output,
  cacheRead,
  cacheWrite5m,
  cacheWrite1h,
  webSearch,
]: BandRow): BandRates {
  return {over, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearch}
}
