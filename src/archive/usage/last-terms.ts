import {bandOf} from '../../prices/index.ts'
import type {BookedAnswer} from './book-rows.ts'
import type {ReportRow} from './rows.ts'

/** When and on which terms a session last used a model. */
export interface Terms {
  readonly time: number
  readonly modes: number
  /** Of the prompts of its responses whose output is not known, so that it is among these tokens. */
  readonly band: number
}

/**
 * Finds where tokens belong that no line shows: with the last answer of their model, else of their session, else with
 * the last report.
 */
export function lastTerms(
  answers: readonly BookedAnswer[],
  reports: readonly ReportRow[],
  timeOfAnswer: (answer: BookedAnswer) => number,
  timeOfReport: (report: ReportRow) => number,
): (session: string, model: string) => Terms {
  const bySession = new Map<string, Terms>()
  const byModel = new Map<string, Terms>()
  for (const report of reports)
    note(bySession, report.session, {time: timeOfReport(report), modes: 0, band: 0})
  const bands = new Map<string, number[]>()
  const spoke = new Set<string>()
  for (const answer of answers) {
    const {session} = answer.booked
    const terms = {time: timeOfAnswer(answer), modes: answer.modes, band: 0}
    if (!answer.booked.final)
      countBand(bands, `${session} ${answer.model ?? ''}`, bandOf(answer.booked.usage))
    if (!spoke.has(session)) bySession.set(session, {...terms, modes: 0})
    spoke.add(session)
    note(bySession, session, {...terms, modes: 0})
    note(byModel, `${session} ${answer.model ?? ''}`, terms)
  }
  return (session, model) => {
    const key = `${session} ${model}`
    const terms = byModel.get(key) ?? bySession.get(session) ?? {time: 0, modes: 0, band: 0}
    return {...terms, band: mostCommon(bands.get(key) ?? [])}
  }
}

function countBand(bands: Map<string, number[]>, key: string, band: number): void {
  const counts = bands.get(key) ?? []
  bands.set(key, counts)
  counts[band] = (counts[band] ?? 0) + 1
}

/** The band that most responses are in; the smallest of several, and if there are none. */
const mostCommon = (counts: readonly (number | undefined)[]): number => {
  let most = 0
  for (const [band, count = 0] of counts.entries()) if (count > (counts[most] ?? 0)) most = band
  return most
}

function note(known: Map<string, Terms>, key: string, terms: Terms): void {
  if (terms.time >= (known.get(key)?.time ?? Number.NEGATIVE_INFINITY)) known.set(key, terms)
}
