import type {ListedSession} from '../../archive/sqlite/list-sessions.ts'
import {formatDollars} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'

/** Micro-dollars to the cent, with all digits on hover; what is not known is said to be so. */
export function moneyHtml(micro: number | undefined, isWhole = true): string {
  if (micro === undefined) return '<span class="unknown" title="No price is known">unknown</span>'
  const usd = micro / 1_000_000
  const title = `$${usd.toFixed(6)}${isWhole ? '' : ', at least: not all numbers were told'}`
  return `<span class="money" title="${title}">${isWhole ? '' : '≥ '}${dollarWords(micro)}</span>`
}

/** Micro-dollars to the cent; what is less has as many digits as it needs. */
export function dollarWords(micro: number): string {
  const usd = micro / 1_000_000
  return usd > 0 && usd < 0.01 ? formatDollars(usd) : `$${usd.toFixed(2)}`
}

/** What a session cost; where nothing was told of it, that is not nothing. */
export const sessionMoney = ({cost, complete}: Pick<ListedSession, 'cost' | 'complete'>): string =>
  cost === 0
    ? '<span class="money" title="Nothing was told of what it used">–</span>'
    : moneyHtml(cost, complete)

/** An address with a part that comes from data. */
export const addressOf = (...parts: readonly string[]): string =>
  escapeHtml(parts.map((part) => `/${encodeURIComponent(part)}`).join(''))

/** The address of a session. */
export const sessionAddress = (id: string): string => addressOf('s', id)

/** The last part of a path, which people know it by. */
export const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path
