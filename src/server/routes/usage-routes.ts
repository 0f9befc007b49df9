import type {Context, Hono} from 'hono'
import type {UsageQuery} from '../../archive/archive.ts'
import {currentLimits} from '../../archive/usage/spending-plan.ts'
import type {UsageReport} from '../../archive/usage/usage-report.ts'
import {summarizeUsage} from '../../archive/usage/usage-summary.ts'
import {toUsageJson, toUsageSummaryJson} from '../../json/index.ts'
import {dayAt} from '../charts/time-axis.ts'
import {renderReconcilePage} from '../pages/reconcile-page.ts'
import {calendarStart} from '../pages/usage-calendar.ts'
import {renderUsageCsv} from '../pages/usage-csv.ts'
import {isInTime, renderUsagePage} from '../pages/usage-page.ts'
import {parseUsageRequest, toUsageQuery, type UsageRequest} from '../pages/usage-request.ts'
import type {ServerState} from '../server-state.ts'

/** Usage: as a page, JSON and CSV, and its reconciliation. */
export function addUsageRoutes(app: Hono, {options}: ServerState): void {
  const requestOf = ({req}: Context): UsageRequest => parseUsageRequest(new URL(req.url).searchParams)
  const usage = (query: UsageQuery, {req}: Context): Promise<UsageReport> =>
    options.queries.usage(query, req.raw.signal)

  const readSummary = async ({project}: UsageRequest, context: Context) => {
    const now = options.now()
    const summary = await summarizeUsage((query) => usage(query, context), {
      now,
      project: project || undefined,
      timeZone: options.zone,
      overrides: options.overrides,
    })
    return {summary, limits: currentLimits(options.planLimits?.() ?? [], now)}
  }

  /** The usage of the period in the address; if it names none, that of the last 30 days, or of all days if there was none. */
  const readPeriod = async (asked: UsageRequest, context: Context) => {
    const read = async (request: UsageRequest) => ({
      asked: request,
      report: await usage(toUsageQuery(request, options), context),
    })
    if (asked.range !== undefined || asked.since !== '' || asked.until !== '') return read(asked)
    const recent = await read({...asked, range: '30d'})
    return recent.report.rows.length > 0 ? recent : read({...asked, range: 'all'})
  }

  app.get('/usage', async (context) => {
    const request = requestOf(context)
    const inTime = isInTime(request.group)
    // Over time, usage is split by model unless the address says otherwise.
    const {asked, report} = await readPeriod(
      {...request, split: request.split ?? (inTime ? 'model' : 'none')},
      context,
    )
    const query = {...toUsageQuery(asked, options), split: undefined}
    const [{summary, limits}, sessions, calendar, hours] = await Promise.all([
      readSummary(asked, context),
      asked.group === 'session' ? report : usage({...query, group: 'session'}, context),
      inTime ? readCalendar(asked, context) : undefined,
      inTime ? usage({...query, group: 'hours'}, context) : undefined,
    ])
    return context.html(renderUsagePage({asked, report, summary, limits, sessions, calendar, hours}, options))
  })

  /** The days of the year that ends today or, if there was no usage in it, with the last day of usage. */
  const readCalendar = async ({project}: UsageRequest, context: Context) => {
    const {zone, overrides} = options
    const query = {group: 'daily', project: project || undefined, timeZone: zone, overrides} as const
    const today = dayAt(options.now(), zone)
    const report = await usage(query, context)
    const newest = report.rows.at(-1)?.key ?? today
    return {report, last: newest < calendarStart(today) ? newest : today}
  }

  app.get('/usage/reconcile', async (context) => {
    const {asked, report} = await readPeriod(
      {...requestOf(context), group: 'session', split: undefined},
      context,
    )
    return context.html(renderReconcilePage(report, asked, options))
  })

  for (const path of ['/usage.json', '/api/usage.json'])
    app.get(path, async (context) =>
      context.json(toUsageJson(await usage(toUsageQuery(requestOf(context), options), context))),
    )

  app.get('/api/usage-summary.json', async (context) => {
    const {summary, limits} = await readSummary(requestOf(context), context)
    return context.json(toUsageSummaryJson(summary, options.spendingPlan ?? {}, limits))
  })

  app.get('/usage.csv', async (context) => {
    const asked = requestOf(context)
    const report = await usage(toUsageQuery(asked, options), context)
    return context.body(renderUsageCsv(report), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${asked.group}.csv"`,
    })
  })
}
