import type {Difference, Reconciliation} from '../../archive/usage/reconcile.ts'
import {clientPriceTexts, differences, differenceTexts, reconcile} from '../../archive/usage/reconcile.ts'
import type {UsageReport} from '../../archive/usage/usage-report.ts'
import {formatNoun} from '../../page/index.ts'
import {type Html, html, noHtml} from '../../render/html/html.ts'
import {moneyHtml} from './words.ts'

/** How what was computed compares with what the client reported, by reason; sessions that agree are one line. */
export function reconcileHtml(report: UsageReport): Html {
  const all = reconcile(report)
  const lines = differences.flatMap((reason) => {
    const sessions = all.filter((session) => session.reason === reason)
    return sessions.length === 0 ? [] : [lineHtml(reason, sessions)]
  })
  return html`<details class="reconcile"><summary>Computed and reported</summary><ul>${lines}</ul></details>`
}

function lineHtml(reason: Difference, sessions: readonly Reconciliation[]): Html {
  const sum = (of: (session: Reconciliation) => number | undefined): number =>
    sessions.reduce((micros, session) => micros + (of(session) ?? 0), 0)
  const prices = reason === 'other-price' ? clientPriceTexts(sessions) : []
  const computed = moneyHtml(sum((session) => session.computed))
  const reported =
    reason === 'not-reported' ? noHtml : html`, ${moneyHtml(sum((session) => session.reported))} reported`
  return html`<li>${formatNoun(sessions.length, 'session')}: ${differenceTexts[reason] + (prices.length === 0 ? '' : `: ${prices.join(', ')}`)} <span class="sums">${computed} computed${reported}</span></li>`
}
