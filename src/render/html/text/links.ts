import {findGitReferences, type GitLinkOptions, gitFileUrl} from '../../../page/text/git-references.ts'
import {type Html, html, noHtml, textHtml} from '../html.ts'

/** The only schemes that a page links to; all others may run something. */
const allowed = /^(?:https?:\/\/|mailto:)[^\s]/i

const scheme = /^[a-z][a-z0-9+.-]*:/i

/** Browsers drop some of these wherever they stand, so that `java\nscript:` is a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be in an address
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const maxCharacters = 8192

/**
 * An address as a page may link to it, not yet escaped; nothing where it is none, or might run something. Addresses
 * without a scheme and a host are taken only where `relative` says so.
 */
export function safeHtmlUrl(url: string, relative: 'relative' | undefined = undefined): string | undefined {
  const wanted = url.trim()
  if (wanted === '' || wanted.length > maxCharacters || invisible.test(wanted)) return undefined
  if (allowed.test(wanted)) return encodeRest(wanted)
  // A backslash is a slash to browsers, and two of them begin a host.
  if (relative === undefined || scheme.test(wanted) || /^[/\\]{2}/.test(wanted)) return undefined
  return encodeRest(wanted)
}

const encodeRest = (url: string): string =>
  url.replace(/[\s"'<>\\^`{|}]/g, (character) => encodeURIComponent(character).replace("'", '%27'))

/** A link that opens beside the page and tells the other side nothing. The address must be safe already. */
export const linkHtml = (url: string, words: Html | string, className = ''): Html =>
  html`<a${className === '' ? noHtml : html` class="${className}"`} href="${url}"${elsewhere}>${words}</a>`

/** Its opening tag alone. */
export const openLinkHtml = (url: string): Html => html`<a href="${url}"${elsewhere}>`

const elsewhere = html` target="_blank" rel="noopener noreferrer nofollow"`

/** Text with its commits and places in files linked, where the page knows where they are to be had. */
export function linkGitReferences(text: string, place: GitLinkOptions): Html {
  const linked: Html[] = []
  let end = 0
  for (const reference of findGitReferences(text, place)) {
    const url = safeHtmlUrl(reference.url)
    if (url === undefined) continue
    linked.push(html`${text.slice(end, reference.at)}${linkHtml(url, reference.text)}`)
    end = reference.at + reference.text.length
  }
  return end === 0 ? textHtml(text) : html`${linked}${text.slice(end)}`
}

/** Where a file is to be had; nothing for files outside the session's folder. */
export function fileUrl(path: string, line: number | undefined, place: GitLinkOptions): string | undefined {
  const address = gitFileUrl(path, line, place)
  return address === undefined ? undefined : safeHtmlUrl(address)
}
