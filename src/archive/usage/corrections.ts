import {uncountedAnswers} from '../../conversation/ledger.ts'
import type {SessionSpending} from '../../conversation/spending.ts'
import {usageOfFamily} from '../../conversation/spending.ts'
import type {Usage} from '../../model/index.ts'
import {addUsage, maxUsage, mergeUsage, noUsage, usageFields} from '../../model/index.ts'
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
  uncounted: Usage
  results: Usage
  state: Usage
  readonly searches: {lines: number; results: number; state: number}
}

/**
 * Books what a family of sessions used beyond its lines on the models whose reports say more than their lines. Each
 * kind of token is given out until the whole is reached, to the largest difference first.
 */
export function correctFamily(
  members: readonly SessionSpending[],
  shares: readonly Share[],
): readonly Correction[] {
  const lines = members.reduce((sum, member) => addUsage(sum, member.lines), noUsage)
  const missing = less(usageOfFamily(members), lines)
  const searches = missingSearches(shares, members.length)
  const booked = shares.map((share) => ({
    session: share.session,
    model: share.model,
    usage: {...noUsage},
    webSearches: searches.get(share) ?? 0,
  }))
  for (const field of usageFields) {
    let rest = missing[field]
    if (rest === 0) continue
    const most = shares.map((share, at) => ({at, excess: excessOf(share)[field], lines: share.lines[field]}))
    most.sort((a, b) => b.excess - a.excess || b.lines - a.lines || a.at - b.at)
    for (const {at, excess} of most) {
      const part = Math.max(0, Math.min(excess, rest))
      give(booked, at, field, part)
      rest -= part
    }
    // One-hour cache writes that the lines took for five-minute ones make a difference below nothing.
    give(booked, most[0]?.at ?? 0, field, rest)
  }
  return booked.filter(
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

type MutableUsage = {-readonly [Field in keyof Usage]: number}

function give(
  booked: readonly {readonly usage: MutableUsage}[],
  at: number,
  field: keyof Usage,
  tokens: number,
): void {
  const share = booked[at]
  if (share) share.usage[field] += tokens
}

const excessOf = ({lines, uncounted, results, state}: Share): Usage =>
  less(maxUsage(addUsage(results, uncounted), state), lines)

const less = (now: Usage, before: Usage): Usage => mergeUsage(now, before, (a, b) => a - b)

/** Finds each model's part in each session. Reports that name no model are about the session's main one. */
export function sharesOf(
  {answers, ledger}: Books,
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
  const uncounted = uncountedAnswers(ledger)
  for (const {booked, model, webSearches} of answers) {
    const share = shareOf(booked.session, model ?? '')
    share.lines = addUsage(share.lines, booked.usage)
    share.searches.lines += webSearches
    if (uncounted.has(booked)) share.uncounted = addUsage(share.uncounted, booked.usage)
  }
  for (const {session, kind, model, usage, webSearches} of reportedParts(reports)) {
    const share = shareOf(session, model ?? mainModel(sessions.get(session)))
    if (kind === 'cost-state') {
      share.state = usage
      share.searches.state = webSearches
    } else {
      share.results = addUsage(share.results, usage)
      share.searches.results += webSearches
    }
  }
  return new Map([...sessions].map(([session, models]) => [session, [...models.values()]]))
}

const newShare = (session: string, model: string): Share => ({
  session,
  model,
  lines: noUsage,
  uncounted: noUsage,
  results: noUsage,
  state: noUsage,
  searches: {lines: 0, results: 0, state: 0},
})

function mainModel(models: ReadonlyMap<string, Share> | undefined): string {
  const size = ({lines}: Share): number => usageFields.reduce((sum, field) => sum + lines[field], 0)
  const largest = [...(models?.values() ?? [])].sort((a, b) => size(b) - size(a))[0]
  return largest?.model ?? ''
}
