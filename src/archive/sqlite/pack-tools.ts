import type {Counted} from '../usage/count-sessions.ts'
import type {SqlValue} from './driver.ts'

type Packed = readonly (string | number)[]

/**
 * Packs what sessions spent on each tool, and its calls, into one row of `by_tool` for each session: many short rows
 * would make up a large part of an ingest, and few ever ask for them. The views `spent_on` and `used` know their order.
 */
export function packTools({spent, used}: Counted): readonly (readonly SqlValue[])[] {
  const sessions = new Map<string, {readonly spent: Packed[]; readonly used: Packed[]}>()
  const rowsFor = (session: string) => {
    const known = sessions.get(session)
    if (known) return known
    const rows = {spent: [], used: []}
    sessions.set(session, rows)
    return rows
  }
  for (const {terms, byTool} of spent) {
    const {quarter, model, modes, band, agent, final} = terms
    const rows = rowsFor(terms.session).spent
    for (const [tool, {answers, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches}] of byTool)
      rows.push([
        quarter,
        model,
        modes,
        band,
        Number(agent),
        Number(final),
        tool,
        answers,
        input,
        output,
        cacheRead,
        cacheWrite5m,
        cacheWrite1h,
        webSearches,
      ])
  }
  for (const {session, quarter, tool, calls, failed, timed, duration, characters} of used)
    rowsFor(session).used.push([quarter, tool, calls, failed, timed, duration, characters])
  return [...sessions].map(([session, rows]) => [
    session,
    JSON.stringify(rows.spent),
    JSON.stringify(rows.used),
  ])
}
