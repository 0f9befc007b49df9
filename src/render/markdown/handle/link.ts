import type {NodeOf} from '../../../page/index.ts'
import {escapeText, guardLines} from '../escape-text.ts'
import {inlineCode} from '../inline-code.ts'
import {safeUrl} from '../safe-url.ts'
import {sanitizeLine} from '../sanitize.ts'

/** A link; what leads where nobody should go is only told. */
export const link = ({text, url}: NodeOf<'link'>): readonly string[] => {
  const written = linkTo(text, url)
  return written === '' ? [] : [guardLines(written)]
}

/** A link within a line. */
export function linkTo(text: string, url: string): string {
  const name = escapeText(sanitizeLine(text) || sanitizeLine(url), {cell: false, link: true})
  const safe = /^(?:https?|mailto):/i.test(url.trim()) ? safeUrl(url) : undefined
  if (safe !== undefined) return `[${name}](${safe})`
  return text === url ? inlineCode(url) : [name, inlineCode(url)].filter(Boolean).join(' ')
}
