import {
  clientPriceTexts,
  countAgreement,
  type Difference,
  describeAgreement,
  differences,
  differenceTexts,
  type Reconciliation,
  reconcile,
} from '../../archive/usage/reconcile.ts'
import type {UsageReport} from '../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import {formatCount, formatNoun} from '../../page/index.ts'
import {type Html, html, noHtml} from '../../render/html/html.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {formatCents, formatSessionName, renderMoney, sessionUrl} from './page-format.ts'
import {renderPeriod} from './usage-controls.ts'
import {type UsageRequest, usageUrl} from './usage-request.ts'

/** The sentence for the two totals of a period. */
export const renderAgreement = (total: UsageSum, sessions: readonly Reconciliation[]): Html =>
  html`${describeAgreement(total.costMicros === undefined ? 'no cost' : formatCents(total.costMicros, total.isComplete), countAgreement(sessions), formatCents)}`

/** The reconciliation: sessions whose computed and reported cost differ first, then the others. */
export function renderReconcilePage(report: UsageReport, asked: UsageRequest, parts: ServerOptions): string {
  const sessions = reconcile(report)
  const groups = {
    different: sessions.filter(({reason}) => reason !== 'same' && reason !== 'not-reported'),
    unreported: sessions.filter(({reason}) => reason === 'not-reported'),
    same: sessions.filter(({reason}) => reason === 'same'),
  }
  const body =
    sessions.length === 0
      ? html`<p class="empty">No usage for this period and project.</p>`
      : html`<p class="agreement">${renderAgreement(report.total, sessions)}</p>${reasonsHtml(sessions)}${
          groups.different.length === 0
            ? html`<p class="note">No differences.</p>`
            : sectionHtml('Differences', groups.different, true)
        }${sectionHtml('No cost reported', groups.unreported, false)}${sectionHtml('Match', groups.same, false)}`
  return renderAppPage(
    {
      title: 'Reconciliation',
      current: 'usage',
      data: {page: 'usage'},
      body: html`<main id="conversation" class="usage" tabindex="-1"><header><h1>Computed and reported cost</h1><p class="actions"><a href="${usageUrl('/usage', {...asked, group: 'daily'})}">Usage</a></p></header>${renderPeriod('/usage/reconcile', asked, parts)}${body}</main>`,
    },
    parts,
  )
}

/** How many sessions have each reason, and what they cost. */
function reasonsHtml(sessions: readonly Reconciliation[]): Html {
  const lines = differences.flatMap((reason) => {
    const some = sessions.filter((session) => session.reason === reason)
    return some.length === 0 ? [] : [reasonHtml(reason, some)]
  })
  return html`<ul class="reconcile">${lines}</ul>`
}

function reasonHtml(reason: Difference, sessions: readonly Reconciliation[]): Html {
  const sum = (of: (session: Reconciliation) => number | undefined): number =>
    sessions.reduce((micros, session) => micros + (of(session) ?? 0), 0)
  const prices = reason === 'other-price' ? clientPriceTexts(sessions) : []
  const computed = renderMoney(sum(({costMicros}) => costMicros))
  const reported =
    reason === 'not-reported'
      ? noHtml
      : html`, ${renderMoney(sum(({reportedCostMicros}) => reportedCostMicros))} reported`
  return html`<li>${formatNoun(sessions.length, 'session')}: ${differenceTexts[reason] + (prices.length === 0 ? '' : `: ${prices.join(', ')}`)} <span class="sums">${computed} computed${reported}</span></li>`
}

const maxRows = 500

function sectionHtml(title: string, sessions: readonly Reconciliation[], isOpen: boolean): Html {
  if (sessions.length === 0) return noHtml
  const rows = sessions.slice(0, maxRows).map(rowHtml)
  const more =
    sessions.length > maxRows
      ? html`<p class="note">Showing ${maxRows} of ${formatCount(sessions.length)} sessions; recount usage --reconcile has all.</p>`
      : noHtml
  return html`<details class="difference"${isOpen ? html` open` : noHtml}><summary><h2>${title}</h2> <span class="count">${formatCount(sessions.length)}</span></summary><div class="table-box" tabindex="0" role="region" aria-label="${title}"><table class="usage"><caption class="unseen">${title}</caption><thead><tr><th scope="col">Session</th><th scope="col">Computed</th><th scope="col">Reported</th><th scope="col">Difference</th><th scope="col" class="reason">Reason</th></tr></thead><tbody>${rows}</tbody></table></div>${more}</details>`
}

function rowHtml({
  sessionId,
  title,
  costMicros,
  reportedCostMicros,
  differenceMicros,
  reason,
}: Reconciliation): Html {
  const name = formatSessionName(sessionId, title)
  const difference =
    differenceMicros === undefined || reason === 'same'
      ? noHtml
      : html`<span title="${(differenceMicros / 1_000_000).toFixed(6)}">${differenceMicros < 0 ? '−' : '+'}${formatCents(Math.abs(differenceMicros))}</span>`
  return html`<tr data-key="${sessionId}"><th scope="row" title="${name}"><a href="${sessionUrl(sessionId)}">${name}</a></th><td>${renderMoney(costMicros)}</td><td>${reportedCostMicros === undefined ? '–' : renderMoney(reportedCostMicros)}</td><td>${difference}</td><td class="reason">${differenceTexts[reason]}</td></tr>`
}
