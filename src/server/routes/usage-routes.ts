import type {Hono} from 'hono'
import type {UsageReport} from '../../archive/usage/usage-report.ts'
import {usageCsv} from '../pages/usage-csv.ts'
import {usagePage} from '../pages/usage-page.ts'
import type {AskedUsage} from '../pages/usage-question.ts'
import {readUsage, usageQuestion} from '../pages/usage-question.ts'
import type {ServerState} from '../server-state.ts'

/** What was used and what it cost: as a page, as JSON and for spreadsheets. */
export function usageRoutes(app: Hono, {parts}: ServerState): void {
  const ask = (address: string): {readonly asked: AskedUsage; readonly report: UsageReport} => {
    const asked = readUsage(new URL(address).searchParams)
    return {asked, report: parts.archive.usage(usageQuestion(asked, parts))}
  }

  app.get('/usage', (context) => {
    const {asked, report} = ask(context.req.url)
    return context.html(usagePage(report, asked, parts))
  })

  for (const path of ['/usage.json', '/api/usage.json'])
    app.get(path, (context) => context.json(ask(context.req.url).report))

  app.get('/usage.csv', (context) => {
    const {asked, report} = ask(context.req.url)
    return context.body(usageCsv(report), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${asked.group}.csv"`,
    })
  })
}
