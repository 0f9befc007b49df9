import type {SessionSpending} from '../../conversation/spending.ts'
import type {Usage} from '../../model/index.ts'
import {addUsage, noUsage, usageFields} from '../../model/index.ts'
import type {Books} from './book-rows.ts'
import {reportedParts} from './reported-parts.ts'
import type {ReportRow} from './rows.ts'

/** Tokens that are in no line, only in what the client reported. */
export interface Correction {
  readonly session: string
  readonly model: string
  readonly usage: Usage
  readonly webSearches: number
}

/** What is known of one model's part in a session, by its lines and by the reports. */
export interface Share {
  readonly session: string
  readonly model: string
  lines: Usage
  readonly searches: {lines: number; results: number; state: number}
}

/** Books what a lineage of sessions used beyond its lines on the models that its reports name. */
export function correctFamily(
  members: readonly SessionSpending[],
  shares: readonly Share[],
): readonly Correction[] {
  const corrections = new Map<string, Correction>()
  const add = ({session, model, usage, webSearches}: Correction): void => {
    const key = `${session} ${model}`
    const known = corrections.get(key) ?? {session, model, usage: noUsage, webSearches: 0}
    const searches = known.webSearches + webSearches
    corrections.set(key, {session, model, usage: addUsage(known.usage, usage), webSearches: searches})
  }
  for (const {session, model, usage} of members.flatMap(({hidden}) => hidden))
    add({session, model: model ?? mainModel(session, shares), usage, webSearches: 0})
  for (const [{session, model}, webSearches] of missingSearches(shares, members.length))
    add({session, model, usage: noUsage, webSearches})
  return [...corrections.values()].filter(
    ({usage, webSearches}) => webSearches > 0 || usageFields.some((field) => usage[field] !== 0),
  )
}

/**
 * Web searches that only reports tell of. Lines have them under the model that called the tool, reports under the model of
 * the request that searched: so a session's are compared as a whole.
 */
function missingSearches(shares: readonly Share[], members: number): ReadonlyMap<Share, number> {
  // Running totals of sessions with a common history count it more than once.
  const told = ({searches}: Share) => Math.max(searches.results, members > 1 ? 0 : searches.state)
  const missing = new Map<Share, number>()
  const left = new Map<string, number>()
  for (const share of shares)
    left.set(share.session, (left.get(share.session) ?? 0) + told(share) - share.searches.lines)
  for (const share of shares) {
    const part = Math.min(told(share) - share.searches.lines, left.get(share.session) ?? 0)
    if (part <= 0) continue
    missing.set(share, part)
    left.set(share.session, (left.get(share.session) ?? 0) - part)
  }
  return missing
}

/** Finds each model's part in each session. */
export function sharesOf(
  {answers}: Books,
  reports: readonly ReportRow[],
): ReadonlyMap<string, readonly Share[]> {
  const sessions = new Map<string, Map<string, Share>>()
  const shareOf = (session: string, model: string): Share => {
    const models = sessions.get(session) ?? new Map<string, Share>()
    sessions.set(session, models)
    const share = models.get(model) ?? newShare(session, model)
    models.set(model, share)
    return share
  }
  for (const {booked, model, webSearches} of answers) {
    const share = shareOf(booked.session, model ?? '')
    share.lines = addUsage(share.lines, booked.usage)
    share.searches.lines += webSearches
  }
  for (const {session, kind, model, webSearches} of reportedParts(reports)) {
    // A report that names no model reports no searches.
    if (model === undefined) continue
    const {searches} = shareOf(session, model)
    if (kind === 'cost-state') searches.state = webSearches
    else searches.results += webSearches
  }
  return new Map([...sessions].map(([session, models]) => [session, [...models.values()]]))
}

const newShare = (session: string, model: string): Share => ({
  session,
  model,
  lines: noUsage,
  searches: {lines: 0, results: 0, state: 0},
})

/** The model that a report is about that names none. */
function mainModel(session: string, shares: readonly Share[]): string {
  const size = ({lines}: Share): number => usageFields.reduce((sum, field) => sum + lines[field], 0)
  const own = shares.filter((share) => share.session === session)
  return own.sort((a, b) => size(b) - size(a))[0]?.model ?? ''
}
