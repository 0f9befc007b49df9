import {findGitReferences, type GitLinkOptions, gitFileUrl} from '../../../page/text/git-references.ts'
import {safeUrl} from '../../../page/text/safe-url.ts'
import {type Html, html, noHtml, textHtml} from '../html.ts'

/** An address that a page can link to, encoded but not yet escaped; undefined if it might run something. */
export function safeHtmlUrl(url: string, relative: 'relative' | undefined = undefined): string | undefined {
  const safe = safeUrl(url, relative)
  return safe && encodeRest(safe)
}

const encodeRest = (url: string): string =>
  url.replace(/[\s"'<>\\^`{|}]/g, (character) => encodeURIComponent(character).replace("'", '%27'))

/** A link that opens in a new tab and sends no referrer. The address must be safe already. */
export const linkHtml = (url: string, words: Html | string, className = ''): Html =>
  html`<a${className === '' ? noHtml : html` class="${className}"`} href="${url}"${elsewhere}>${words}</a>`

/** Its opening tag alone. */
export const openLinkHtml = (url: string): Html => html`<a href="${url}"${elsewhere}>`

const elsewhere = html` target="_blank" rel="noopener noreferrer nofollow"`

/** Text with links for its commits and file positions, if the page has link templates. */
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
