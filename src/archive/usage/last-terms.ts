import type {BookedAnswer} from './book-rows.ts'
import type {ReportRow} from './rows.ts'

/** When and on which terms a session last used a model. */
export interface Terms {
  readonly time: number
  readonly fast: boolean
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
  for (const report of reports) note(bySession, report.session, {time: timeOfReport(report), fast: false})
  const spoke = new Set<string>()
  for (const answer of answers) {
    const {session} = answer.booked
    const terms = {time: timeOfAnswer(answer), fast: answer.fast}
    if (!spoke.has(session)) bySession.set(session, {...terms, fast: false})
    spoke.add(session)
    note(bySession, session, {...terms, fast: false})
    note(byModel, `${session} ${answer.model ?? ''}`, terms)
  }
  return (session, model) =>
    byModel.get(`${session} ${model}`) ?? bySession.get(session) ?? {time: 0, fast: false}
}

function note(known: Map<string, Terms>, key: string, terms: Terms): void {
  if (terms.time >= (known.get(key)?.time ?? Number.NEGATIVE_INFINITY)) known.set(key, terms)
}
