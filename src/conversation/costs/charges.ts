import {bareModel, sumTokens} from '../../model/billing.ts'
import {addUsage, type Instant, type ModelTotal, noUsage, type Usage} from '../../model/index.ts'
import {getOrAdd} from '../../model/maps.ts'
import {findBand, type Priced} from '../../prices/index.ts'
import {isZeroUsage, responseModel} from './fit-responses.ts'
import type {Ledger, Response} from './ledger.ts'
import type {Settlement} from './settle-sessions.ts'

/**
 * Something that a session is charged for, with everything that its price needs: a response, or tokens that only
 * reports count.
 */
export interface Charge extends Priced {
  readonly session: string
  /** The id of the response; absent for tokens that no line has. */
  readonly response: string | undefined
  /** The key of the agent whose response it is. */
  readonly agent: string | undefined
  /** Without the client's suffix; empty if it is unknown. */
  readonly model: string
  readonly band: number
  /** False if output is a lower bound. */
  readonly complete: boolean
  /** It is after the last report of its stream, and no report of another file counts it. */
  readonly unreported: boolean
}

/** Finds times for pricing, also for charges without a time. */
export interface ChargeTimes {
  responseTime(id: string, response: Response): Instant
  /** When a session last reported something. */
  reportTime(session: string): Instant
}

/** Lists what sessions are charged for: each response once, and what their reports count beyond the responses. */
export function listCharges(ledger: Ledger, settlement: Settlement, times: ChargeTimes): readonly Charge[] {
  const searchesOf = countWebSearches(ledger)
  const unreported = unreportedIn(ledger, settlement)
  const charges: Charge[] = []
  for (const [id, response] of ledger.responses) {
    const {session, agent, usage, modes} = response
    charges.push({
      session,
      response: id,
      agent,
      model: responseModel(response),
      time: times.responseTime(id, response),
      modes,
      band: response.band ?? findBand(usage),
      usage,
      webSearches: searchesOf(response),
      complete: settlement.isComplete(id, response),
      unreported: unreported.has(response),
    })
  }
  const beyond = listUnlistedUsage(ledger, settlement, charges)
  if (beyond.length === 0) return charges
  const sessions = new Set(beyond.map(({session}) => session))
  const termsOf = lastTerms(ledger, chargesOf(sessions, charges), times)
  for (const {session, model, usage, webSearches} of beyond) {
    const {time, modes, band} = termsOf(session, model)
    charges.push({
      session,
      response: undefined,
      agent: undefined,
      model,
      time,
      modes,
      band,
      usage,
      webSearches,
      complete: true,
      unreported: false,
    })
  }
  return charges
}

const chargesOf = (sessions: ReadonlySet<string>, charges: readonly Charge[]): readonly Charge[] =>
  charges.filter(({session}) => sessions.has(session))

function unreportedIn({streams}: Ledger, {covered}: Settlement): ReadonlySet<Response> {
  const found = new Set<Response>()
  for (const {unreported} of streams.values())
    for (const response of unreported) if (!covered.has(response)) found.add(response)
  return found
}

/**
 * The web searches of each response. Some records show the request that searched for a `WebSearch` call: then the search is
 * in the usage of that request and in the result of the call. So of each session's two sums the larger one counts.
 */
export function countWebSearches({responses, searches}: Ledger): (response: Response) => number {
  if (searches.size === 0) return ({webSearches}) => webSearches
  const sums = new Map<string, {server: number; client: number}>()
  for (const {session, webSearches, clientSearches} of responses.values()) {
    if (webSearches + clientSearches === 0) continue
    const sum = getOrAdd(sums, session, () => ({server: 0, client: 0}))
    sum.server += webSearches
    sum.client += clientSearches
  }
  return ({session, webSearches, clientSearches}) => {
    const {server, client} = sums.get(session) ?? {server: 0, client: 0}
    return client > server ? clientSearches : webSearches
  }
}

/** What reports count of one model in a session, beyond its responses. */
interface UnlistedUsage {
  readonly session: string
  readonly model: string
  readonly usage: Usage
  readonly webSearches: number
}

/** What is known of one model's part in a session, by its responses and by reports. */
interface ModelShare {
  readonly session: string
  readonly model: string
  tokens: number
  readonly searches: {responses: number; results: number; state: number}
}

function listUnlistedUsage(
  ledger: Ledger,
  {hidden, lineages}: Settlement,
  charges: readonly Charge[],
): readonly UnlistedUsage[] {
  const reported = reportedSearches(ledger)
  if (hidden.length === 0 && reported.length === 0) return []
  const sessions = new Set([...hidden, ...reported].map(({session}) => session))
  const shares = sharesOf(chargesOf(sessions, charges), reported)
  const beyond = new Map<string, UnlistedUsage>()
  const add = (session: string, model: string, usage: Usage, webSearches: number): void => {
    const key = `${session} ${model}`
    const known = beyond.get(key) ?? {session, model, usage: noUsage, webSearches: 0}
    beyond.set(key, {
      session,
      model,
      usage: addUsage(known.usage, usage),
      webSearches: known.webSearches + webSearches,
    })
  }
  const mainModels = mainModelsIn(shares)
  for (const {session, model, usage} of hidden) add(session, model ?? mainModels.get(session) ?? '', usage, 0)
  // Running totals of sessions with a common history count it more than once.
  const related = new Set(lineages.flatMap((sessions) => (sessions.length > 1 ? sessions : [])))
  for (const [{session, model}, searches] of missingSearches(shares, related))
    add(session, model, noUsage, searches)
  return [...beyond.values()].filter(({usage, webSearches}) => webSearches > 0 || !isZeroUsage(usage))
}

/** The model with the most tokens in each session, for reports that name no model. */
function mainModelsIn(shares: readonly ModelShare[]): ReadonlyMap<string, string> {
  const byTokens = [...shares].reverse().sort((a, b) => a.tokens - b.tokens)
  return new Map(byTokens.map(({session, model}) => [session, model]))
}

interface ReportedSearches {
  readonly session: string
  readonly kind: 'results' | 'state'
  readonly totals: readonly ModelTotal[]
}

/** The web searches that reports count, by session and model, in their order. */
function reportedSearches({streams, reported}: Ledger): readonly ReportedSearches[] {
  const found: ReportedSearches[] = []
  const searched = ({webSearches}: ModelTotal): boolean => webSearches > 0
  for (const {settled, parts} of streams.values())
    for (const {report} of [...settled, ...parts])
      if (report.totals.some(searched))
        found.push({session: report.session, kind: 'results', totals: report.totals})
  for (const [session, {states}] of reported)
    for (const {totals} of states) if (totals.some(searched)) found.push({session, kind: 'state', totals})
  return found
}

function sharesOf(charges: readonly Charge[], reported: readonly ReportedSearches[]): readonly ModelShare[] {
  const shares = new Map<string, ModelShare>()
  const shareOf = (session: string, model: string): ModelShare => {
    const searches = {responses: 0, results: 0, state: 0}
    return getOrAdd(shares, `${session} ${model}`, () => ({session, model, tokens: 0, searches}))
  }
  for (const {session, model, usage, webSearches} of charges) {
    const share = shareOf(session, model)
    share.tokens += sumTokens(usage)
    share.searches.responses += webSearches
  }
  for (const {session, kind, totals} of reported) {
    // A state has everything so far, of a model with and without its `[1m]`.
    if (kind === 'state') for (const {model} of totals) shareOf(session, bareModel(model)).searches.state = 0
    for (const {model, webSearches} of totals)
      shareOf(session, bareModel(model)).searches[kind] += webSearches
  }
  return [...shares.values()]
}

/**
 * Web searches that only reports count. Responses have them under the model that called the tool, reports under the
 * model of the request that searched: so the sums of a session are compared.
 */
function missingSearches(
  shares: readonly ModelShare[],
  related: ReadonlySet<string>,
): readonly (readonly [ModelShare, number])[] {
  const missingIn = ({session, searches}: ModelShare): number =>
    Math.max(searches.results, related.has(session) ? 0 : searches.state) - searches.responses
  const left = new Map<string, number>()
  for (const share of shares) left.set(share.session, (left.get(share.session) ?? 0) + missingIn(share))
  return shares.flatMap((share) => {
    const part = Math.min(missingIn(share), left.get(share.session) ?? 0)
    if (part <= 0) return []
    left.set(share.session, (left.get(share.session) ?? 0) - part)
    return [[share, part] as const]
  })
}

/** When, how and with prompts of which band a session last used a model. */
type LastTerms = Pick<Charge, 'time' | 'modes' | 'band'>

/**
 * Finds the terms of tokens that no line has: those of the last response of their model, else of their session, else of
 * the last report. Their band is that of most responses whose output is not known, because it is among these tokens.
 */
function lastTerms(
  {responses}: Ledger,
  charges: readonly Charge[],
  times: ChargeTimes,
): (session: string, model: string) => LastTerms {
  const bySession = new Map<string, LastTerms>()
  const byModel = new Map<string, LastTerms>()
  const bands = new Map<string, number[]>()
  const note = (known: Map<string, LastTerms>, key: string, terms: LastTerms): void => {
    if (terms.time >= (known.get(key)?.time ?? Number.NEGATIVE_INFINITY)) known.set(key, terms)
  }
  for (const {session, model, response = '', time, modes, band} of charges) {
    const key = `${session} ${model}`
    note(bySession, session, {time, modes: 0, band: 0})
    note(byModel, key, {time, modes, band: 0})
    if (responses.get(response)?.final) continue
    const counts = getOrAdd(bands, key, () => [])
    counts[band] = (counts[band] ?? 0) + 1
  }
  return (session, model) => {
    const key = `${session} ${model}`
    const known = byModel.get(key) ?? bySession.get(session)
    const {time, modes} = known ?? {time: times.reportTime(session), modes: 0}
    return {time, modes, band: mostCommonBand(bands.get(key) ?? [])}
  }
}

/** The band that most responses are in; the smallest of several, and if there are none. */
function mostCommonBand(counts: readonly (number | undefined)[]): number {
  let most = 0
  for (const [band, count = 0] of counts.entries()) if (count > (counts[most] ?? 0)) most = band
  return most
}
