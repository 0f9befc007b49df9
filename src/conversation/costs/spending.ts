import {sumTokens} from '../../model/billing.ts'
import {addUsage, noUsage} from '../../model/index.ts'
import {getOrAdd} from '../../model/maps.ts'
import type {PriceOverrides, PriceSum} from '../../prices/index.ts'
import {addPrice, costOfSum, nanoPriceOf, newPriceSum} from '../../prices/index.ts'
import type {Spending} from '../session.ts'
import type {ConversationState} from '../state/state.ts'
import {type Charge, type ChargeTimes, countWebSearches, listCharges} from './charges.ts'
import type {AgentCall, SessionSpending, Settlement} from './settle-sessions.ts'
import {addCost, settleSessions} from './settle-sessions.ts'

/** What something used and cost: as the client reported it, and by known prices. */
export interface Costs extends Spending {
  /** By known prices, in micro-dollars; `undefined` if nothing of it has a known price. */
  readonly computed: number | undefined
  /** Tokens of models without a known price; the computed cost is without them. */
  readonly unknownTokens: number
  /** The part of the computed cost after the last report of its stream, in micro-dollars. */
  readonly unreported: number
}

/** A charge with its price in nano-dollars; `undefined` if the price is unknown. */
export interface PricedCharge extends Charge {
  readonly nano: number | undefined
}

/** What a conversation cost: in all, by session, and charge by charge. */
export interface ConversationCosts {
  readonly total: Costs
  readonly sessions: ReadonlyMap<string, Costs>
  readonly charges: readonly PricedCharge[]
}

/** What each session used and cost. */
export const spendingBySession = (state: ConversationState): ReadonlyMap<string, SessionSpending> =>
  settle(state).sessions

/** What everything together used and cost. */
export const totalSpending = (state: ConversationState): Spending =>
  sumSpending(spendingBySession(state).values())

/** What everything used and cost, with the computed cost. */
export function computeCosts(state: ConversationState, overrides?: PriceOverrides): ConversationCosts {
  const settlement = settle(state)
  const total = newCosting()
  const bySession = new Map<string, Costing>()
  const charges = listCharges(state.ledger, settlement, chargeTimes(state))
  for (const charge of charges) {
    const nano = nanoPriceOf(charge, overrides)
    addCharge(total, charge, nano)
    addCharge(getOrAdd(bySession, charge.session, newCosting), charge, nano)
  }
  const sessions = new Map<string, Costs>()
  for (const [id, spending] of settlement.sessions)
    sessions.set(id, {...spending, ...computedIn(bySession.get(id) ?? newCosting())})
  return {
    total: {...sumSpending(settlement.sessions.values()), ...computedIn(total)},
    sessions,
    // Few callers want single charges, and a copy of each is most of the work.
    get charges() {
      return charges.map((charge) => ({...charge, nano: nanoPriceOf(charge, overrides)}))
    },
  }
}

interface Costing {
  readonly all: PriceSum
  /** What came after the last report. */
  readonly open: PriceSum
}

const newCosting = (): Costing => ({all: newPriceSum(), open: newPriceSum()})

function addCharge({all, open}: Costing, {usage, unreported}: Charge, nano: number | undefined): void {
  const tokens = sumTokens(usage)
  addPrice(all, tokens, nano)
  if (unreported) addPrice(open, tokens, nano)
}

const computedIn = ({all, open}: Costing) => ({
  computed: costOfSum(all),
  unknownTokens: all.unknownTokens,
  unreported: costOfSum(open) ?? 0,
})

/** A sum in dollars and its source. */
export interface BestCost {
  readonly usd: number
  /** `computed` if any part of it is. */
  readonly from: 'reported' | 'computed'
}

/**
 * The best-known cost: what the client reported, with the computed cost of responses after its last report; if it
 * reported nothing, the computed cost, which lacks models without a known price.
 */
export function bestCost({
  reportedCostUsd,
  computed,
  unreported,
}: Pick<Costs, 'reportedCostUsd' | 'computed' | 'unreported'>): BestCost | undefined {
  if (reportedCostUsd !== undefined && unreported === 0) return {usd: reportedCostUsd, from: 'reported'}
  if (reportedCostUsd !== undefined) return {usd: reportedCostUsd + unreported / 1_000_000, from: 'computed'}
  if (computed === undefined || computed === 0) return undefined
  return {usd: computed / 1_000_000, from: 'computed'}
}

/** The best-known cost if nothing is missing in it: a sum without the price of a model would look complete. */
export function completeCost(costs: Costs): BestCost | undefined {
  const isComplete = costs.reportedCostUsd !== undefined || costs.unknownTokens === 0
  return isComplete ? bestCost(costs) : undefined
}

/** What a response costs in nano-dollars, by its id; `undefined` if its usage or the price is unknown. */
export type PriceOfResponse = (id: string) => number | undefined

/** What single responses cost. */
export function responsePrices(state: ConversationState, overrides?: PriceOverrides): PriceOfResponse {
  const searchesOf = countWebSearches(state.ledger)
  const times = chargeTimes(state)
  return (id) => {
    const response = state.ledger.responses.get(id)
    if (response?.model === undefined || sumTokens(response.usage) === 0) return undefined
    const {model, usage, modes, band} = response
    const terms = {modes, band, time: times.responseTime(id, response), webSearches: searchesOf(response)}
    return nanoPriceOf({model, usage, ...terms}, overrides)
  }
}

/** Responses without a time have the newest that is known of their session; if there is none, the newest price counts. */
export function chargeTimes({sessions}: ConversationState): ChargeTimes {
  const ofReports = (session: string): number => sessions.get(session)?.endedAt ?? Number.MAX_SAFE_INTEGER
  return {responseTime: (_, {time, session}) => time ?? ofReports(session), reportTime: ofReports}
}

function sumSpending(sessions: Iterable<Spending>): Spending {
  let total: Spending = {usage: noUsage, complete: true, reportedCostUsd: undefined}
  for (const {usage, complete, reportedCostUsd} of sessions) {
    total = {
      usage: addUsage(total.usage, usage),
      complete: total.complete && complete,
      reportedCostUsd: addCost(total.reportedCostUsd, reportedCostUsd),
    }
  }
  return total
}

const settle = (state: ConversationState): Settlement =>
  settleSessions(state.ledger, (session) => state.sessions.get(session)?.lineage ?? [], listAgentCalls(state))

function listAgentCalls({sessions}: ConversationState): readonly AgentCall[] {
  const found: AgentCall[] = []
  for (const {id, runs, agentCalls} of sessions.values()) {
    for (const call of agentCalls) {
      const run = runs.get(call)
      if (run && !run.copied && run.state !== 'failed' && run.state !== 'denied')
        found.push({session: id, message: run.responseId})
    }
  }
  return found
}
