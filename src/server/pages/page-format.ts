import type {ListedSession} from '../../archive/archive.ts'
import {type SessionStateName, sessionStateLabels} from '../../model/index.ts'
import {formatCount, plainFirstLine} from '../../page/index.ts'
import {type Html, html} from '../../render/html/html.ts'

/** Micro-dollars to the cent; the tooltip has all digits, and `more`. */
export function renderMoney(micro: number | undefined, isWhole = true, more = ''): Html {
  if (micro === undefined) return html`<span class="unknown" title="No known price${more}">unknown</span>`
  const title = `${everyDigit(micro)}${isWhole ? '' : ' or more: some responses lack token counts'}${more}`
  return html`<span class="money" title="${title}">${formatCents(micro, isWhole)}</span>`
}

/** Micro-dollars to the cent; amounts below half a cent are not shown as zero. */
export function formatCents(micro: number, isWhole = true): string {
  if (isWhole && micro > 0 && micro < 5000) return '<$0.01'
  const [whole = '', cents = ''] = (micro / 1_000_000).toFixed(2).split('.')
  return `${isWhole ? '' : '≥ '}$${formatCount(Number(whole))}.${cents}`
}

const everyDigit = (micro: number): string => `$${(micro / 1_000_000).toFixed(6)}`

/**
 * The computed cost of a session; the tooltip has the reported cost. If no usage was recorded, the cost is unknown, not
 * zero.
 */
export function renderSessionCost({
  costMicros,
  isComplete,
  reportedCostMicros,
}: Pick<ListedSession, 'costMicros' | 'isComplete' | 'reportedCostMicros'>): Html {
  if (costMicros === 0) return html`<span class="money" title="No usage recorded">–</span>`
  const more =
    reportedCostMicros === undefined ? '' : `; reported by Claude Code: ${everyDigit(reportedCostMicros)}`
  return renderMoney(costMicros, isComplete, more)
}

/** The mark of a state; its word is for screen readers and on hover. */
export const renderStateMark = (state: SessionStateName): Html =>
  html`<span class="state-mark" data-state="${state}" title="${sessionStateLabels[state]}"><span class="unseen">${sessionStateLabels[state]}: </span></span>`

/** The title of a session in lists. */
export const formatSessionName = (id: string, title: string | undefined, most = 120): string =>
  plainFirstLine(title || `Session ${id.slice(0, 8)}`, most)

/** An address from unescaped parts. */
export const joinUrl = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('')

/** The address of a session. */
export const sessionUrl = (id: string): string => joinUrl('s', id)

/** A path of at most `most` characters; a longer one is cut at its start, because its end identifies it. */
export function shortenPath(path: string, most: number): string {
  const end = path.length <= most ? undefined : path.slice(1 - most)
  if (end === undefined) return path
  const whole = end.search(/[\\/]/)
  return `…${whole === -1 ? end : end.slice(whole)}`
}

/** The last part of a path. */
export const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path
