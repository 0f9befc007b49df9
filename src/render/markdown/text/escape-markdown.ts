import {sanitizeLine} from '../../../page/index.ts'
import {inlineMarkdownCode} from './code-fence.ts'
import {type QuietWriter, quietMentions, quietReferences} from './quiet-mentions.ts'

/** Where text is: a cell ends at a bar, and a link cannot contain another one. */
interface TextPlace {
  readonly cell: boolean
  readonly link: boolean
}

const anywhere: TextPlace = {cell: false, link: false}

const special = /[\\`*_[\]<&~|%@]|:\/\//

/** A word character is on both sides of an underscore that means nothing. */
const underscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

const reference = /&(?=(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi

const address = /(https?:\/\/[^\s<>"`]+)/i

/** Punctuation after an address that does not belong to it. */
const behind: ReadonlySet<string | undefined> = new Set(".,;:!?'*_~)]}|")

/** Text on one line as Markdown that says just this text. */
export function escapeMarkdown(text: string, place: TextPlace = anywhere): string {
  if (!special.test(text)) return text
  const writer = writerAt(place)
  if (place.link || !text.includes('://')) return quietMentions(text, writer)
  return text
    .split(address)
    .map((piece, index) => (index % 2 === 0 ? quietMentions(piece, writer) : escapeAddress(piece, place)))
    .join('')
}

const writerAt = (place: TextPlace): QuietWriter => ({
  text: (text) => escapeMarks(text, place),
  code: (text) => inlineMarkdownCode(text, place.cell),
})

/** Text as the title of a link, without code and mentions. */
export const escapeLinkTitle = (text: string, cell: boolean): string =>
  escapeMarks(sanitizeLine(text), {cell, link: true}).replaceAll('"', '&quot;')

/** A line of recount's own making that contains words of a transcript: a heading, a label. */
export const escapeMarkdownLine = (text: string): string => escapeLinePart(sanitizeLine(text))

/** A part of such a line, which is clean already: the spaces at its ends count. */
export const escapeLinePart = (text: string): string => quietReferences(text, writerAt(anywhere))

function escapeMarks(text: string, {cell}: TextPlace): string {
  const escaped = text
    // Before a letter a backslash is only a backslash, and paths are full of them.
    .replace(/\\(?![A-Za-z0-9 ])/g, '\\\\')
    .replace(/[`*[\]<~]|%(?=%)/g, '\\$&')
    .replace(underscore, '\\_')
    .replace(reference, '&amp;')
  return cell ? escaped.replaceAll('|', '\\|') : escaped
}

/** An address is put in angle brackets, because escapes would become part of it otherwise. */
function escapeAddress(given: string, place: TextPlace): string {
  let end = given.length
  while (behind.has(given[end - 1])) end -= 1
  const url = given.slice(0, end)
  const escaped = escapeMarks(url, place)
  const shown = escaped === url ? url : `<${place.cell ? url.replaceAll('|', '%7C') : url}>`
  return shown + escapeMarks(given.slice(end), place)
}

/** Line starts that Markdown would not read as text. */
const lineStart =
  /^(?:(?=#{1,6}(?:\s|$))|(?=>)|(?=[-+*](?:\s|$))|(?=[-=:|][-=:|\s]*$)|(?=[|:][-:|\s])|(\d{1,9})(?=[.)](?:\s|$)))/

/** Escaped lines as one paragraph: none of them starts a list, a heading or another block. */
export const guardLines = (escaped: string): string => escaped.split('\n').map(guardLine).join('\n')

const guardLine = (line: string): string => {
  const text = line.trimStart()
  return text === '' ? '&#32;' : text.replace(lineStart, (number) => `${number}\\`)
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text from a transcript on one line, for use inside HTML. */
export const escapeHtmlLine = (text: string): string => escapeHtml(sanitizeLine(text))

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '')

/** The same as words of a summary, which must not call on anyone. */
export const quietHtmlLine = (text: string): string =>
  quietReferences(sanitizeLine(text), {
    text: escapeHtml,
    code: (words) => `<code>${escapeHtml(words)}</code>`,
  })
