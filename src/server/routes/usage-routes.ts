import type {Context, Hono} from 'hono'
import {currentLimits} from '../../archive/usage/spending-plan.ts'
import type {UsageReport} from '../../archive/usage/usage-report.ts'
import {summarizeUsage} from '../../archive/usage/usage-summary.ts'
import {toUsageJson, toUsageSummaryJson} from '../../json/index.ts'
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

  const readSummary = async ({project}: UsageRequest, signal: AbortSignal) => {
    const now = options.now()
    const summary = await summarizeUsage((query) => options.queries.usage(query, signal), {
      now,
      project: project || undefined,
      timeZone: options.zone,
      overrides: options.overrides,
    })
    return {summary, limits: currentLimits(options.planLimits?.() ?? [], now)}
  }

  app.get('/usage', async (context) => {
    const {asked, report} = await ask(context)
    return context.html(renderUsagePage(report, asked, options))
  })

  for (const path of ['/usage.json', '/api/usage.json'])
    app.get(path, async (context) => context.json(toUsageJson((await ask(context)).report)))

  app.get('/api/usage-summary.json', async ({req, json}) => {
    const {summary, limits} = await readSummary(
      parseUsageRequest(new URL(req.url).searchParams),
      req.raw.signal,
    )
    return json(toUsageSummaryJson(summary, options.spendingPlan ?? {}, limits))
  })

  app.get('/usage.csv', async (context) => {
    const {asked, report} = await ask(context)
    return context.body(renderUsageCsv(report), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${asked.group}.csv"`,
    })
  })
}
