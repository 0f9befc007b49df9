import {quietReferences} from './quiet.ts'
import {sanitizeLine} from './sanitize.ts'

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text from a transcript on one line, for a place where the file holds HTML. */
export const escapeHtmlLine = (text: string): string => escapeHtml(sanitizeLine(text))

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '')

/** The same as words of a summary, which must not call on anybody. */
export const quietHtmlLine = (text: string): string =>
  quietReferences(sanitizeLine(text), {
    text: escapeHtml,
    code: (words) => `<code>${escapeHtml(words)}</code>`,
  })
