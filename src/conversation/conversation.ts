import type {Instant, Line, ToolRunState} from '../model/index.ts'
import type {PriceOverrides} from '../prices/index.ts'
import type {Change} from './change.ts'
import type {Response} from './costs/ledger.ts'
import type {SessionSpending} from './costs/settle-sessions.ts'
import type {ConversationCosts, PriceOfResponse} from './costs/spending.ts'
import {computeCosts, responsePrices, spendingBySession, totalSpending} from './costs/spending.ts'
import {TurnPricer} from './costs/turn-pricer.ts'
import type {ConversationDocument} from './document/document.ts'
import {toDocument} from './document/to-document.ts'
import {endSource} from './fold/end-source.ts'
import {foldLine} from './fold/fold-line.ts'
import {listStrays, substantialSessions} from './fold/fold-title.ts'
import {passTime} from './fold/pass-time.ts'
import {findBranches} from './graph/find-branches.ts'
import type {Agent, Branch, Session, Spending} from './session.ts'
import {Slices} from './slices/slices.ts'
import {ConversationState, type FoldOptions, type SourceInfo} from './state/state.ts'

/** Receives what each line, each end of a source and the passing of time changed. */
export type ChangeSubscriber = (changes: readonly Change[]) => void

/**
 * A conversation, folded from the lines of any number of files and streams. It reads no clock and no file. Only
 * `begin`, `add`, `end` and `pass` change it; everything it shows is read-only.
 */
export class Conversation {
  readonly #state: ConversationState
  readonly #subscribers = new Set<ChangeSubscriber>()
  readonly #slices = new Map<string, Slices>()
  #costs: {readonly overrides: PriceOverrides | undefined; readonly costs: ConversationCosts} | undefined
  #prices: {readonly overrides: PriceOverrides | undefined; readonly priceOf: PriceOfResponse} | undefined

  constructor(options: Partial<FoldOptions> = {}) {
    this.#state = new ConversationState(options)
  }

  /** Notes what is known about a source before its lines are added. */
  begin(source: string, info: SourceInfo): void {
    this.#state.sources.set(source, info)
  }

  /**
   * Adds one line. Its time is the record's own, or `arrivedAt` if it has none. The changes are valid until the next
   * call: what `keep` does not keep is dropped then.
   */
  add(line: Line, arrivedAt?: Instant): readonly Change[] {
    return this.#notify(foldLine(this.#state, line, arrivedAt))
  }

  /** Ends a source: its open calls are orphaned, and a run without an end was cut off. */
  end(source: string): readonly Change[] {
    return this.#notify(endSource(this.#state, source))
  }

  /** Lets time pass for live outputs: a call that has been silent for too long is orphaned. A late result still counts. */
  pass(now: Instant): readonly Change[] {
    return this.#notify(passTime(this.#state, now))
  }

  /** Calls a function with every list of changes that is not empty. Returns the function that ends this. */
  subscribe(subscriber: ChangeSubscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }

  /** All sessions by their ids, including those of which only something was noted. */
  get sessions(): ReadonlyMap<string, Session> {
    return this.#state.sessions
  }

  /** The sessions in which something was said or done, with the best titles known so far. */
  substantialSessions(): readonly Session[] {
    return substantialSessions(this.#state)
  }

  /** How many runs are in each state; copies of resumed history are not counted again. */
  get runCounts(): Readonly<Record<ToolRunState, number>> {
    return this.#state.runCounts
  }

  /** Each response once, by its message id, over everything that was read. */
  get responses(): ReadonlyMap<string, Readonly<Response>> {
    return this.#state.ledger.responses
  }

  /** Lines that belong to no session. */
  strays(): readonly Line[] {
    return listStrays(this.#state)
  }

  /** What everything together used and cost. */
  spending(): Spending {
    return totalSpending(this.#state)
  }

  /** What each session used and cost, apart from history it copied. */
  spendingBySession(): ReadonlyMap<string, SessionSpending> {
    return spendingBySession(this.#state)
  }

  /** What everything used and cost, with the cost that known prices give: in all, by session, and charge by charge. */
  costs(overrides?: PriceOverrides): ConversationCosts {
    // Several outputs ask for it after the same line, and it reads all responses.
    if (this.#costs?.overrides !== overrides) this.#costs = undefined
    this.#costs ??= {overrides, costs: computeCosts(this.#state, overrides)}
    return this.#costs.costs
  }

  /** Prices the turns of streams one by one, without reading earlier turns again. */
  turnPricer(overrides?: PriceOverrides): TurnPricer {
    return new TurnPricer(this.#state, overrides)
  }

  /** What single responses cost by known prices, in nano-dollars, by their ids. It is valid until the next line. */
  responsePrices(overrides?: PriceOverrides): PriceOfResponse {
    // Every slice of a session needs it, and creating it reads all responses.
    if (this.#prices?.overrides !== overrides) this.#prices = undefined
    this.#prices ??= {overrides, priceOf: responsePrices(this.#state, overrides)}
    return this.#prices.priceOf
  }

  /** The abandoned branches of a session. */
  branches(session: string): readonly Branch[] {
    const state = this.#state.sessions.get(session)
    return state ? findBranches(state) : []
  }

  /** The slices of a session, which stay current from the first call on. Needs `keep: 'all'`. */
  slices(session: string): Slices | undefined {
    const known = this.#slices.get(session)
    if (known) return known
    const state = this.#state.sessions.get(session)
    if (!state) return undefined
    const slices = new Slices(state)
    this.#slices.set(session, slices)
    return slices
  }

  /** The agent in whose thread a record is, for transcripts that do not name it. */
  agentOfRecord(session: string, record: string): Agent | undefined {
    const state = this.#state.sessions.get(session)
    const inline = state?.inlineThreads.get(record)?.agent
    return inline && state?.agentThreads.get(inline.key)?.agent
  }

  /** The session of a source's newest line. */
  sessionOfSource(source: string): Session | undefined {
    return this.#state.lastSession.get(source)
  }

  /** The JSON document of docs/document.md. */
  document(overrides?: PriceOverrides): ConversationDocument {
    return toDocument(this.#state, overrides)
  }

  #notify(changes: readonly Change[]): readonly Change[] {
    this.#prices = undefined
    this.#costs = undefined
    if (changes.length === 0) return changes
    if (this.#slices.size > 0) for (const change of changes) this.#slices.get(change.session.id)?.note(change)
    for (const subscriber of this.#subscribers) subscriber(changes)
    return changes
  }
}
