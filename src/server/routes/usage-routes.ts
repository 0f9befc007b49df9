import type {Context, Hono} from 'hono'
import type {UsageReport} from '../../archive/usage/usage-report.ts'
import {toUsageJson} from '../../json/index.ts'
import {renderUsageCsv} from '../pages/usage-csv.ts'
import {renderUsagePage} from '../pages/usage-page.ts'
import {parseUsageRequest, toUsageQuery, type UsageRequest} from '../pages/usage-request.ts'
import type {ServerState} from '../server-state.ts'

/** Usage: as a page, JSON and CSV. */
export function addUsageRoutes(app: Hono, {options}: ServerState): void {
  const ask = async ({
    req,
  }: Context): Promise<{readonly asked: UsageRequest; readonly report: UsageReport}> => {
    const asked = parseUsageRequest(new URL(req.url).searchParams)
    return {asked, report: await options.queries.usage(toUsageQuery(asked, options), req.raw.signal)}
  }

  app.get('/usage', async (context) => {
    const {asked, report} = await ask(context)
    return context.html(renderUsagePage(report, asked, options))
  })

  for (const path of ['/usage.json', '/api/usage.json'])
    app.get(path, async (context) => context.json(toUsageJson((await ask(context)).report)))

  app.get('/usage.csv', async (context) => {
    const {asked, report} = await ask(context)
    return context.body(renderUsageCsv(report), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${asked.group}.csv"`,
    })
  })
}
