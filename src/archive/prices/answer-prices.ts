import type {Line, Usage} from '../../model/index.ts'
import {readAnswer} from '../facts/read-answer.ts'
import type {PriceOverrides} from './find-rates.ts'
import {nanoPriceOf} from './price-of.ts'

/** On which terms an answer was given, as far as its lines tell. */
interface Terms {
  readonly model: string
  readonly time: number
  readonly webSearches: number
  readonly fast: boolean
}

/** Older streams tell no times; they are priced by what holds now. */
const newest = Number.MAX_SAFE_INTEGER

/** Notes while lines are read on which terms answers were given, and says what each cost. */
export class AnswerPrices {
  readonly #terms = new Map<string, Terms>()
  readonly #overrides: PriceOverrides | undefined

  constructor(overrides: PriceOverrides | undefined) {
    this.#overrides = overrides
  }

  look(line: Line): void {
    if (line.kind !== 'message') return
    const answer = readAnswer(line.message)
    if (answer?.messageId === undefined || answer.model === undefined) return
    const known = this.#terms.get(answer.messageId)
    this.#terms.set(answer.messageId, {
      model: known?.model ?? answer.model,
      time: known?.time ?? line.message.time ?? newest,
      webSearches: Math.max(known?.webSearches ?? 0, answer.webSearches),
      fast: answer.fast || known?.fast === true,
    })
  }

  /** What an answer cost, in nano-dollars; nothing where its price is not known. */
  priceOf(messageId: string, usage: Usage): number | undefined {
    const terms = this.#terms.get(messageId)
    return terms && nanoPriceOf(usage, terms.model, {...terms, overrides: this.#overrides})
  }
}
