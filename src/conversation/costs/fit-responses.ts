import {bareModel, promptTokens} from '../../model/billing.ts'
import {addUsage, type ModelTotal, mergeUsage, noUsage, type Usage, usageFields} from '../../model/index.ts'
import {groupBy} from '../../model/maps.ts'
import type {Response} from './ledger.ts'

/** Tokens of a report that no response is found for yet, by model; under `''` if the report names no model. */
export type Unexplained = Map<string, Usage>

/** What a report counts, by model, before any response is found for it. */
export function unexplainedIn(totals: readonly ModelTotal[]): Unexplained {
  const unexplained: Unexplained = new Map()
  for (const {model, usage} of totals) {
    const name = bareModel(model)
    const known = unexplained.get(name)
    unexplained.set(name, known ? addUsage(known, usage) : usage)
  }
  return unexplained
}

/**
 * Finds which responses a report counts, and takes them off what it counts. Input and cache tokens of a response are
 * exact from its first line on, so a response that was interrupted, broke off, or was not streamed after an error does
 * not fit with those that were counted. `others` are responses that it may count too.
 */
export function takeResponses(
  responses: readonly Response[],
  unexplained: Unexplained,
  others: () => readonly Response[] = () => [],
): readonly Response[] {
  const groups = groupBy(responses, responseModel)
  return [...groups].flatMap(([model, group]) => {
    if (unexplained.has(model)) {
      const ofModel = () => others().filter((response) => responseModel(response) === model)
      const fitting = fittingResponses(group, unexplained.get(model) ?? noUsage, ofModel)
      subtractFrom(unexplained, model, sumOf(fitting))
      return fitting
    }
    // Some providers have their own names for models, and a response that only began has none.
    const sum = sumOf(group)
    const other = [...unexplained].find(
      ([name, usage]) => (model === '' || !groups.has(name)) && fits(sum, usage),
    )
    if (!other) return []
    subtractFrom(unexplained, other[0], sum)
    return group
  })
}

/** Takes off one response if it fits, and returns whether it did. */
export function takeResponse(response: Response, unexplained: Unexplained): boolean {
  const model = responseModel(response)
  if (!fits(response.usage, unexplained.get(model) ?? noUsage)) return false
  subtractFrom(unexplained, model, response.usage)
  return true
}

/**
 * Takes off the responses of a run of which only the report is known: those that follow each other and use exactly what
 * the report counts of their model. The responses must be in the order of time.
 */
export function takeExactRun(responses: readonly Response[], unexplained: Unexplained): readonly Response[] {
  return [...unexplained].flatMap(([model, usage]) => {
    const own = model === '' ? responses : responses.filter((response) => responseModel(response) === model)
    const run = exactRun(own, usage)
    subtractFrom(unexplained, model, sumOf(run))
    return run
  })
}

function exactRun(responses: readonly Response[], reported: Usage): readonly Response[] {
  let [start, sum] = [0, noUsage]
  if (promptTokens(reported) === 0) return []
  for (const [at, {usage}] of responses.entries()) {
    sum = addUsage(sum, usage)
    while (promptTokens(sum) > promptTokens(reported)) {
      sum = subtractUsage(sum, responses[start]?.usage ?? noUsage)
      start += 1
    }
    if (isSamePrompt(sum, reported) && sum.output <= reported.output) return responses.slice(start, at + 1)
  }
  return []
}

/** The model of a response as reports name it. */
export const responseModel = ({model}: Response): string => bareModel(model ?? '')

/** As many responses as fit into a sum. What is left out is most likely unfinished, and most likely the last. */
export function fittingResponses(
  responses: readonly Response[],
  reported: Usage,
  others: () => readonly Response[] = () => [],
): readonly Response[] {
  let sum = sumOf(responses)
  if (isSamePrompt(sum, reported) && fits(sum, reported)) return responses
  const more = others()
  const doubtful = [...responses].reverse().sort((a, b) => Number(a.final) - Number(b.final))
  const withMore = addUsage(sum, sumOf(more))
  if (fits(withMore, reported)) return [...responses, ...more]
  const excess = exactExcess(doubtful, subtractUsage(sum, reported))
  if (excess) return responses.filter((response) => !excess.has(response))
  const excessOfAll = exactExcess([...more, ...doubtful], subtractUsage(withMore, reported))
  if (excessOfAll) return [...responses, ...more].filter((response) => !excessOfAll.has(response))
  if (fits(sum, reported)) return responses
  const alone = doubtful.filter(({usage}) => fits(subtractUsage(sum, usage), reported))
  // The smallest leaves the least unexplained.
  const [one] = alone.sort(
    (a, b) => Number(a.final) - Number(b.final) || promptTokens(a.usage) - promptTokens(b.usage),
  )
  if (one) return responses.filter((response) => response !== one)
  const left: Response[] = []
  for (const response of doubtful) {
    if (fits(sum, reported)) break
    sum = subtractUsage(sum, response.usage)
    left.push(response)
  }
  const missing = new Set(left)
  for (const response of left.reverse()) {
    const more = addUsage(sum, response.usage)
    if (!fits(more, reported)) continue
    sum = more
    missing.delete(response)
  }
  return responses.filter((response) => !missing.has(response))
}

/** How many ways to leave responses out are tried. */
const maxTries = 10_000

/** The responses without which the others are exactly what a report counts, if there are such. */
function exactExcess(responses: readonly Response[], excess: Usage): ReadonlySet<Response> | undefined {
  if (!isWithinPrompt(noUsage, excess)) return undefined
  // A list instead of recursion: in a session of 1 GB more responses are left out than the stack allows.
  const leftOut: {readonly response: Response; readonly at: number; readonly left: Usage}[] = []
  let [at, left] = [0, excess]
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isReached = isSamePrompt(left, noUsage)
    if (isReached && left.output <= 0) return new Set(leftOut.map(({response}) => response))
    const response = isReached ? undefined : responses[at]
    if (!response) {
      const last = leftOut.pop()
      if (!last) return undefined
      at = last.at
      left = last.left
    } else if (promptTokens(response.usage) > 0 && isWithinPrompt(response.usage, left)) {
      leftOut.push({response, at, left})
      left = subtractUsage(left, response.usage)
    }
    at += 1
  }
  return undefined
}

const writtenOf = ({cacheWrite5m, cacheWrite1h}: Usage): number => cacheWrite5m + cacheWrite1h

/** Reports before 2.1.325 do not distinguish one-hour cache writes, so only the sum of all writes is compared. */
const fits = (usage: Usage, reported: Usage): boolean =>
  usage.output <= reported.output && isWithinPrompt(usage, reported)

const isWithinPrompt = (a: Usage, b: Usage): boolean =>
  a.input <= b.input && a.cacheRead <= b.cacheRead && writtenOf(a) <= writtenOf(b)

const isSamePrompt = (a: Usage, b: Usage): boolean =>
  a.input === b.input && a.cacheRead === b.cacheRead && writtenOf(a) === writtenOf(b)

const sumOf = (responses: readonly Response[]): Usage =>
  responses.reduce((sum, {usage}) => addUsage(sum, usage), noUsage)

const subtractUsage = (a: Usage, b: Usage): Usage => mergeUsage(a, b, (x, y) => x - y)

function subtractFrom(unexplained: Unexplained, model: string, usage: Usage): void {
  unexplained.set(model, remainingUsage(unexplained.get(model) ?? noUsage, usage))
}

/**
 * What a report counts beyond the responses that it counts. The responses say which cache writes last an hour if the
 * report does not; if only the report says it, the difference moves tokens from one field to the other.
 */
function remainingUsage(reported: Usage, part: Usage): Usage {
  const rest = subtractUsage(reported, part)
  const oneHour = Math.max(0, rest.cacheWrite1h)
  return {...rest, cacheWrite1h: oneHour, cacheWrite5m: writtenOf(rest) - oneHour}
}

/** Whether all fields are zero. */
export const isZeroUsage = (usage: Usage): boolean => usageFields.every((field) => usage[field] === 0)
