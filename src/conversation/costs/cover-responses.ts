import {addUsage, type ModelTotal, maxUsage, mergeUsage, noUsage, type Usage} from '../../model/index.ts'
import {groupBy} from '../../model/maps.ts'
import type {Unexplained} from './fit-responses.ts'
import {
  fittingResponses,
  isZeroUsage,
  responseModel,
  takeExactRun,
  takeResponse,
  takeResponses,
  unexplainedIn,
} from './fit-responses.ts'
import type {Ledger, Report, Response, StreamPart} from './ledger.ts'

/** Tokens that reports count and no response shows: helpers, compactions, agents whose lines are not here. */
export interface HiddenUsage {
  readonly session: string
  /** Absent if the report names no model. */
  readonly model: string | undefined
  readonly usage: Usage
}

/** What reports and responses say together. The usage of all responses and all hidden usage is the total. */
export interface Coverage {
  /** Responses that a report counts, so their output is known though no line of them has it. */
  readonly covered: ReadonlySet<Response>
  /** Responses that no report seems to count, though one counts tokens of their model that nothing else explains. */
  readonly doubtful: ReadonlySet<Response>
  readonly hidden: readonly HiddenUsage[]
}

/** Sessions with a common history, and the last running total of each, without what it inherited from another. */
export interface LineageTotals {
  readonly sessions: readonly string[]
  readonly totals: ReadonlyMap<string, OwnTotal>
}

/** A session's own part of its running total. */
export interface OwnTotal {
  readonly totals: readonly ModelTotal[]
  readonly costUsd: number
  /** With what it inherited. */
  readonly runningCostUsd: number
}

/** A report, with the responses that it counts and what none of them explains. */
interface OpenReport {
  readonly report: Report
  readonly unexplained: Unexplained
  readonly counted: Set<Response>
  /** Responses that its stream shows in this part, and whether any of them is of the main loop. */
  readonly shown: readonly Response[]
  readonly hasMain: boolean
}

type Named = readonly [id: string, response: Response]

/**
 * Decides for each response whether a report counts it. This is done at the end, with all numbers, so the order of
 * reading does not matter.
 */
export function coverResponses(ledger: Ledger, lineages: readonly LineageTotals[]): Coverage {
  const covered = new Set<Response>()
  const responses = groupBy(ledger.responses, ([, {session}]) => session)
  const printed = new Set(
    [...ledger.streams.values()].flatMap(({isMade, partOf}) => (isMade ? [] : [...partOf.keys()])),
  )
  const ofAgents = groupBy(
    [...ledger.responses.values()].filter(
      (response) => response.agent !== undefined && !printed.has(response),
    ),
    ({session}) => session,
  )
  const unforwarded = (session: string): readonly Response[] =>
    (ofAgents.get(session) ?? []).filter((response) => !covered.has(response))
  const reports = groupBy(
    [...ledger.streams.values()].flatMap(({settled, parts}) =>
      coverStream([...settled, ...parts], covered, unforwarded),
    ),
    ({report}) => report.session,
  )
  const hidden = lineages.flatMap((lineage) => {
    const open = lineage.sessions.flatMap((session) => reports.get(session) ?? [])
    if (open.length === 0 && lineage.totals.size === 0) return []
    const own = lineage.sessions.flatMap((session) => responses.get(session) ?? []).sort(compareTimes)
    const inOrder = own.map(([, response]) => response)
    const unprinted = inOrder.filter((response) => !printed.has(response))
    coverUnprintedResponses(unprinted, open.sort(compareSizes), covered)
    const byReports = hiddenByReports(open)
    if (lineage.totals.size === 0) return byReports
    return [...byReports, ...hiddenByTotals(lineage, open, inOrder, covered)]
  })
  const doubtful = new Set<Response>()
  for (const [session, open] of reports) {
    const models = new Set<string>()
    const note = (responses: readonly Response[], left: ReadonlySet<string>): void => {
      for (const response of responses)
        if (!covered.has(response) && (left.has(responseModel(response)) || left.has('')))
          doubtful.add(response)
    }
    for (const {shown, unexplained} of open) {
      const left = new Set([...unexplained].flatMap(([model, usage]) => (isZeroUsage(usage) ? [] : model)))
      for (const model of left) models.add(model)
      if (left.size > 0) note(shown, left)
    }
    note(ofAgents.get(session) ?? [], models)
  }
  return {covered, doubtful, hidden}
}

/** An agent's response is searched in this many reports. Searching all of them would take quadratic time. */
const maxReports = 8

/**
 * Finds the responses that the reports of one stream count. Without totals by model a report counts the main loop, and
 * no agent's responses. An agent in the background may begin before a report and end after it.
 */
export function coverStream(
  parts: readonly StreamPart[],
  covered: Set<Response>,
  unforwarded: (session: string) => readonly Response[],
): OpenReport[] {
  let late: ReadonlyMap<Response, number> = new Map()
  return parts.map(({report, responses}) => {
    const named = report.totals.length > 0
    const unexplained = named ? unexplainedIn(report.totals) : new Map([['', report.usage ?? noUsage]])
    const open = [...responses, ...late.keys()].filter(
      (response) => !response.isUncounted && !covered.has(response),
    )
    const main = open.filter(({agent}) => agent === undefined)
    const counted = new Set(
      named
        ? takeResponses(open, unexplained, () => unforwarded(report.session))
        : takeUnnamed(main, unexplained),
    )
    for (const response of counted) covered.add(response)
    late = new Map(
      open.flatMap((response) => {
        const reports = (late.get(response) ?? 0) + 1
        const isLate = response.agent !== undefined && !counted.has(response) && reports <= maxReports
        return isLate ? [[response, reports]] : []
      }),
    )
    return {report, unexplained, counted, shown: open, hasMain: main.length > 0}
  })
}

function takeUnnamed(responses: readonly Response[], unexplained: Unexplained): readonly Response[] {
  const fitting = fittingResponses(responses, unexplained.get('') ?? noUsage)
  return fitting.filter((response) => takeResponse({...response, model: undefined}, unexplained))
}

/**
 * Finds responses that reports count and only transcripts have: the last texts of agents, which streams do not forward,
 * and runs of which only the result was kept. Responses of runs without a stream are not counted.
 */
function coverUnprintedResponses(
  responses: readonly Response[],
  reports: readonly OpenReport[],
  covered: Set<Response>,
): void {
  const isOpen = (response: Response): boolean => !covered.has(response)
  const count = ({counted}: OpenReport, found: readonly Response[]): void => {
    for (const response of found) {
      counted.add(response)
      covered.add(response)
    }
  }
  const left = responses.filter(isOpen)
  const inMain = left.filter(({agent}) => agent === undefined)
  const ofAgents = left.filter(({agent}) => agent !== undefined)
  if (left.length === 0) return
  const more = reports.filter(({unexplained}) =>
    [...unexplained.values()].some((usage) => !isZeroUsage(usage)),
  )
  for (const open of more)
    count(open, takeExactRun((isNamed(open) ? left : inMain).filter(isOpen), open.unexplained))
  for (const response of ofAgents.filter(isOpen)) {
    const found = more.find((open) => isNamed(open) && takeResponse(response, open.unexplained))
    if (found) count(found, [response])
  }
  for (const open of more) {
    if (open.hasMain) continue
    const main = inMain.filter(isOpen)
    count(open, isNamed(open) ? takeResponses(main, open.unexplained) : takeUnnamed(main, open.unexplained))
  }
}

const isNamed = ({report}: OpenReport): boolean => report.totals.length > 0

const hiddenByReports = (reports: readonly OpenReport[]): readonly HiddenUsage[] =>
  reports.flatMap(({report: {session}, unexplained}) =>
    [...unexplained].flatMap(([model, usage]) =>
      isZeroUsage(usage) ? [] : [{session, model: model || undefined, usage}],
    ),
  )

/**
 * What running totals count beyond the responses and the results. A total has the same tokens as the results up to it;
 * those of a process that ended without noting its total are added.
 */
function hiddenByTotals(
  {totals}: LineageTotals,
  reports: readonly OpenReport[],
  responses: readonly Response[],
  covered: Set<Response>,
): readonly HiddenUsage[] {
  const later = reports.filter(({report}) => !isWithin(report, totals.get(report.session)))
  const countedLater = new Set(later.flatMap(({counted}) => [...counted]))
  const open = responses.filter((response) => !countedLater.has(response))
  const rest = unexplainedIn([...totals.values()].flatMap((total) => total.totals))
  for (const response of takeResponses(open, rest)) covered.add(response)
  const known: Unexplained = new Map()
  for (const {report, unexplained} of reports) {
    if (!isWithin(report, totals.get(report.session))) continue
    for (const [model, usage] of unexplained) known.set(model, addUsage(known.get(model) ?? noUsage, usage))
  }
  return [...rest].flatMap(([model, usage]) => {
    const reported = known.get(model) ?? noUsage
    const more = mergeUsage(maxUsage(usage, reported), reported, (a, b) => a - b)
    return isZeroUsage(more) ? [] : [{session: ownerOf(model, totals, responses), model, usage: more}]
  })
}

/** The session whose total has the most output of a model that its responses do not have. */
function ownerOf(model: string, totals: LineageTotals['totals'], responses: readonly Response[]): string {
  const most = {session: '', output: Number.NEGATIVE_INFINITY}
  for (const [session, total] of [...totals].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const own = unexplainedIn(total.totals)
    takeResponses(
      responses.filter((response) => response.session === session),
      own,
    )
    const output = own.get(model)?.output ?? Number.NEGATIVE_INFINITY
    if (output > most.output) Object.assign(most, {session, output})
  }
  return most.session
}

/** Results and totals of 2.1.325 are states of one counter. */
const isWithin = ({runningCostUsd = 0}: Report, total: OwnTotal | undefined): boolean =>
  total !== undefined && runningCostUsd <= total.runningCostUsd + 1e-9

const compareTimes = ([idA, a]: Named, [idB, b]: Named): number =>
  (a.time ?? 0) - (b.time ?? 0) || (idA < idB ? -1 : 1)

const compareSizes = (a: OpenReport, b: OpenReport): number =>
  (a.report.runningCostUsd ?? 0) - (b.report.runningCostUsd ?? 0) ||
  outputTokens(a.report) - outputTokens(b.report)

const outputTokens = ({totals, usage}: Report): number =>
  totals.reduce((sum, total) => sum + total.usage.output, usage?.output ?? 0)
