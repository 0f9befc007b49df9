/** Prices in dollars: per million tokens, and per thousand web searches if the model can search. */
export interface Rates {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly webSearch?: number | undefined
}

/** The rates from a prompt size on: some models cost more for long prompts. */
export interface BandRates extends Rates {
  readonly over: number
}

/** The rates from a day on, the smallest band first. */
export interface DatedRates {
  /** An ISO date; absent if there was no earlier price. */
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
  /** Its names, with or without a date at their end. */
  readonly names: readonly string[]
  /** How other names of it begin. */
  readonly begins: readonly string[]
  readonly prices: readonly DatedRates[]
}

/**
 * Reads the generated price table, a line a model: its id, its names, how other names of it begin, and its prices, each
 * with its first day and its bands. A band has its figures in the order of `BandRates`. All lines have one source, and
 * were compared with it on one day.
 */
export function readPriceTable(table: string, source: string, checked: string): readonly PricedModel[] {
  return table
    .trim()
    .split('\n')
    .map((line): PricedModel => {
      const [id = '', names = '', begins = '', ...prices] = line.split('|').map((part) => part.trim())
      return {
        id,
        names: names.split(' ').filter(Boolean),
        begins: begins.split(' ').filter(Boolean),
        prices: prices.map((price) => {
          const [, from, bands = ''] = /^(?:from (\S+): )?(.*)$/.exec(price) ?? []
          return {from, bands: bands.split(', ').map(readBand), source, checked}
        }),
      }
    })
}

function readBand(figures: string): BandRates {
  const [over = 0, input = 0, output = 0, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, webSearch] =
    figures.split(' ').map(Number)
  return {over, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearch}
}
