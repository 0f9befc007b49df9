import {bareModel, promptTokens} from '../../model/billing.ts'
import type {ModelTotal, Usage} from '../../model/index.ts'
import {addUsage, mergeUsage, noUsage, usageFields} from '../../model/index.ts'
import type {Response} from './ledger.ts'

/** Tokens of a report that no answer is found for yet, by model; under `''` if the report names no model. */
export type Unexplained = Map<string, Usage>

/** What a report counts, by model, before any answer is found for it. */
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
 * Finds which answers a report counts, and takes them off what it counts. Input and cache tokens of an answer are
 * exact from its first line on, so an answer that was interrupted, broke off, or came without streaming after an
 * error does not fit beside those that were counted. `others` are answers that it may count as well.
 */
export function takeResponses(
  answers: readonly Response[],
  unexplained: Unexplained,
  others: () => readonly Response[] = () => [],
): readonly Response[] {
  const groups = byModel(answers)
  return [...groups].flatMap(([model, group]) => {
    if (unexplained.has(model)) {
      const ofModel = () => others().filter((answer) => responseModel(answer) === model)
      const fitting = fittingResponses(group, unexplained.get(model) ?? noUsage, ofModel)
      subtractFrom(unexplained, model, sumOf(fitting))
      return fitting
    }
    // Some providers have their own names for models, and an answer that only began has none.
    const sum = sumOf(group)
    const other = [...unexplained].find(
      ([name, usage]) => (model === '' || !groups.has(name)) && fits(sum, usage),
    )
    if (!other) return []
    subtractFrom(unexplained, other[0], sum)
    return group
  })
}

/** Takes off one answer if it fits, and returns whether it did. */
export function takeResponse(answer: Response, unexplained: Unexplained): boolean {
  const model = responseModel(answer)
  if (!fits(answer.usage, unexplained.get(model) ?? noUsage)) return false
  subtractFrom(unexplained, model, answer.usage)
  return true
}

/**
 * Takes off the answers of a run of which only the report is known: those that follow each other and use exactly what
 * the report counts of their model. The answers must be in the order of time.
 */
export function takeExactRun(answers: readonly Response[], unexplained: Unexplained): readonly Response[] {
  return [...unexplained].flatMap(([model, usage]) => {
    const own = model === '' ? answers : answers.filter((answer) => responseModel(answer) === model)
    const run = exactRun(own, usage)
    subtractFrom(unexplained, model, sumOf(run))
    return run
  })
}

function exactRun(answers: readonly Response[], whole: Usage): readonly Response[] {
  let [start, sum] = [0, noUsage]
  if (promptTokens(whole) === 0) return []
  for (const [at, {usage}] of answers.entries()) {
    sum = addUsage(sum, usage)
    while (promptTokens(sum) > promptTokens(whole)) {
      sum = subtractUsage(sum, answers[start]?.usage ?? noUsage)
      start += 1
    }
    if (isSamePrompt(sum, whole) && sum.output <= whole.output) return answers.slice(start, at + 1)
  }
  return []
}

/** The model of an answer as reports name it. */
export const responseModel = ({model}: Response): string => bareModel(model ?? '')

function byModel(answers: readonly Response[]): ReadonlyMap<string, readonly Response[]> {
  const groups = new Map<string, Response[]>()
  for (const answer of answers) {
    const model = responseModel(answer)
    const group = groups.get(model)
    if (group) group.push(answer)
    else groups.set(model, [answer])
  }
  return groups
}

/** As many answers as fit into a sum. What is left out is most likely unfinished, and most likely the last. */
export function fittingResponses(
  answers: readonly Response[],
  whole: Usage,
  others: () => readonly Response[] = () => [],
): readonly Response[] {
  let sum = sumOf(answers)
  if (isSamePrompt(sum, whole) && fits(sum, whole)) return answers
  const more = others()
  const doubtful = [...answers].reverse().sort((a, b) => Number(a.final) - Number(b.final))
  const withMore = addUsage(sum, sumOf(more))
  if (fits(withMore, whole)) return [...answers, ...more]
  const excess = exactExcess(doubtful, subtractUsage(sum, whole))
  if (excess) return answers.filter((answer) => !excess.has(answer))
  const excessOfAll = exactExcess([...more, ...doubtful], subtractUsage(withMore, whole))
  if (excessOfAll) return [...answers, ...more].filter((answer) => !excessOfAll.has(answer))
  if (fits(sum, whole)) return answers
  const alone = doubtful.filter(({usage}) => fits(subtractUsage(sum, usage), whole))
  // The smallest leaves the least unexplained.
  const [one] = alone.sort(
    (a, b) => Number(a.final) - Number(b.final) || promptTokens(a.usage) - promptTokens(b.usage),
  )
  if (one) return answers.filter((answer) => answer !== one)
  const left: Response[] = []
  for (const answer of doubtful) {
    if (fits(sum, whole)) break
    sum = subtractUsage(sum, answer.usage)
    left.push(answer)
  }
  const missing = new Set(left)
  for (const answer of left.reverse()) {
    const more = addUsage(sum, answer.usage)
    if (!fits(more, whole)) continue
    sum = more
    missing.delete(answer)
  }
  return answers.filter((answer) => !missing.has(answer))
}

/** So many ways to leave answers out are tried. */
const maxTries = 10_000

/** The answers without which the others are exactly what a report counts, if there are such. */
function exactExcess(answers: readonly Response[], excess: Usage): ReadonlySet<Response> | undefined {
  if (!isWithinPrompt(noUsage, excess)) return undefined
  // A list in place of recursion: in a session of 1 GB more answers are left out than calls can be nested.
  const leftOut: {readonly answer: Response; readonly at: number; readonly left: Usage}[] = []
  let [at, left] = [0, excess]
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isReached = isSamePrompt(left, noUsage)
    if (isReached && left.output <= 0) return new Set(leftOut.map(({answer}) => answer))
    const answer = isReached ? undefined : answers[at]
    if (!answer) {
      const last = leftOut.pop()
      if (!last) return undefined
      at = last.at
      left = last.left
    } else if (promptTokens(answer.usage) > 0 && isWithinPrompt(answer.usage, left)) {
      leftOut.push({answer, at, left})
      left = subtractUsage(left, answer.usage)
    }
    at += 1
  }
  return undefined
}

const writtenOf = ({cacheWrite5m, cacheWrite1h}: Usage): number => cacheWrite5m + cacheWrite1h

/** Reports before 2.1.325 do not distinguish one-hour cache writes, so only the sum of all writes is compared. */
const fits = (usage: Usage, whole: Usage): boolean =>
  usage.output <= whole.output && isWithinPrompt(usage, whole)

const isWithinPrompt = (a: Usage, b: Usage): boolean =>
  a.input <= b.input && a.cacheRead <= b.cacheRead && writtenOf(a) <= writtenOf(b)

const isSamePrompt = (a: Usage, b: Usage): boolean =>
  a.input === b.input && a.cacheRead === b.cacheRead && writtenOf(a) === writtenOf(b)

const sumOf = (answers: readonly Response[]): Usage =>
  answers.reduce((sum, {usage}) => addUsage(sum, usage), noUsage)

const subtractUsage = (a: Usage, b: Usage): Usage => mergeUsage(a, b, (x, y) => x - y)

function subtractFrom(unexplained: Unexplained, model: string, usage: Usage): void {
  unexplained.set(model, remainingUsage(unexplained.get(model) ?? noUsage, usage))
}

/**
 * What a report counts beyond the answers that it counts. The answers say which cache writes last an hour where the
 * report does not; where only the report says it, the difference moves tokens from one field to the other.
 */
function remainingUsage(whole: Usage, part: Usage): Usage {
  const rest = subtractUsage(whole, part)
  const oneHour = Math.max(0, rest.cacheWrite1h)
  return {...rest, cacheWrite1h: oneHour, cacheWrite5m: writtenOf(rest) - oneHour}
}

/** Whether there are no tokens. */
export const isZeroUsage = (usage: Usage): boolean => usageFields.every((field) => usage[field] === 0)
