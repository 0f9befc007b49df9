import type {PriceOverrides} from '../../archive/prices/index.ts'
import {nanoPriceOf} from '../../archive/prices/index.ts'
import {count, flag, object, text} from '../../model/fields.ts'
import type {Line, MessageOf, Usage} from '../../model/index.ts'
import {maxUsage, noUsage} from '../../model/index.ts'
import type {Cost} from '../../page/index.ts'

/** What one answer used, as far as its lines tell. */
interface Answer {
  session: string | undefined
  model: string | undefined
  /** Absent where nobody told; that is not nothing. */
  usage: Usage | undefined
  time: number | undefined
  webSearches: number
  fast: boolean
}

/** Older streams tell no times; they are priced by what holds now. */
const newest = Number.MAX_SAFE_INTEGER

/** Adds up while lines are read what sessions cost by the prices that are known. */
export class SessionCosts {
  readonly #answers = new Map<string, Answer>()
  readonly #bySession = new Map<string, Answer[]>()
  readonly #overrides: PriceOverrides | undefined

  constructor(overrides: PriceOverrides | undefined) {
    this.#overrides = overrides
  }

  /** Looks at a line; `named` is the session that its file is named after. */
  look(line: Line, named: string | undefined): void {
    if (line.kind !== 'message') return
    const {message} = line
    if (message.kind === 'assistant' && !message.synthetic) this.#note(message, named ?? message.session)
    else if (message.kind === 'partial' && message.event.event === 'message-delta' && message.event.usage) {
      const answer = this.#answers.get(message.messageId ?? '')
      if (answer) answer.usage = maxUsage(answer.usage ?? noUsage, message.event.usage)
    }
  }

  /** What a session cost; nothing where it used nothing, or a model whose price nobody knows. */
  costOf(session: string): Cost | undefined {
    let nano: number | undefined
    for (const answer of this.#bySession.get(session) ?? []) {
      const {usage, model, time = newest, fast, webSearches} = answer
      const use = {fast, time, webSearches, overrides: this.#overrides}
      const price = model === undefined || !usage ? undefined : nanoPriceOf(usage, model, use)
      // A sum without one of its parts would look like the whole.
      if (price === undefined) return undefined
      nano = (nano ?? 0) + price
    }
    return nano === undefined ? undefined : {usd: nano / 1e9, from: 'computed'}
  }

  #note(message: MessageOf<'assistant'>, session: string | undefined): void {
    const id = message.messageId ?? message.id
    if (id === undefined) return
    const wire = object(object(message.record, 'message') ?? {}, 'usage') ?? {}
    const webSearches = count(object(wire, 'server_tool_use') ?? {}, 'web_search_requests')
    const fast = text(wire, 'speed') === 'fast' || flag(wire, 'fast') === true
    const {model, time, usage} = message
    const known = this.#answers.get(id)
    if (!known) {
      const answer = {session, model, time, usage, webSearches, fast}
      this.#answers.set(id, answer)
      this.#give(session, answer)
      return
    }
    if (known.session === undefined) this.#give(session, known)
    known.model ??= model
    known.time ??= time
    if (usage) known.usage = maxUsage(known.usage ?? noUsage, usage)
    known.webSearches = Math.max(known.webSearches, webSearches)
    known.fast ||= fast
  }
  #give(session: string | undefined, answer: Answer): void {
    answer.session = session
    if (session === undefined) return
    const others = this.#bySession.get(session)
    if (others) others.push(answer)
    else this.#bySession.set(session, [answer])
  }
}
