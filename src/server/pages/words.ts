import {formatDollars} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'

/** Micro-dollars to the cent, with all digits on hover; what is not known is said to be so. */
export function moneyHtml(micro: number | undefined, isWhole = true): string {
  if (micro === undefined) return '<span class="unknown" title="No price is known">unknown</span>'
  const usd = micro / 1_000_000
  const words = usd > 0 && usd < 0.01 ? formatDollars(usd) : `$${usd.toFixed(2)}`
  const title = `$${usd.toFixed(6)}${isWhole ? '' : ', at least: not all numbers were told'}`
  return `<span class="money" title="${title}">${isWhole ? '' : '≥ '}${words}</span>`
}

/** An address with a part that comes from data. */
export const addressOf = (...parts: readonly string[]): string =>
  escapeHtml(parts.map((part) => `/${encodeURIComponent(part)}`).join(''))

/** The address of a session. */
export const sessionAddress = (id: string): string => addressOf('s', id)
