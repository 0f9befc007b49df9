import type {Context, Hono} from 'hono'
import type {UsageReport} from '../../archive/usage/usage-report.ts'
import {usageCsv} from '../pages/usage-csv.ts'
import {usagePage} from '../pages/usage-page.ts'
import type {AskedUsage} from '../pages/usage-question.ts'
import {readUsage, usageQuestion} from '../pages/usage-question.ts'
import type {ServerState} from '../server-state.ts'

/** What was used and what it cost: as a page, as JSON and for spreadsheets. */
export function usageRoutes(app: Hono, {parts}: ServerState): void {
  const ask = async ({req}: Context): Promise<{readonly asked: AskedUsage; readonly report: UsageReport}> => {
    const asked = readUsage(new URL(req.url).searchParams)
    return {asked, report: await parts.queries.usage(usageQuestion(asked, parts), req.raw.signal)}
  }

  app.get('/usage', async (context) => {
    const {asked, report} = await ask(context)
    return context.html(usagePage(report, asked, parts))
  })

  for (const path of ['/usage.json', '/api/usage.json'])
    app.get(path, async (context) => context.json((await ask(context)).report))

  app.get('/usage.csv', async (context) => {
    const {asked, report} = await ask(context)
    return context.body(usageCsv(report), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${asked.group}.csv"`,
    })
  })
}
