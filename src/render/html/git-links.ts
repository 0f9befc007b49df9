import type {GitPlace} from '../../page/git-references.ts'
import {fileAddress, gitReferences} from '../../page/git-references.ts'
import {anchor} from './anchor.ts'
import {type Html, html, textHtml} from './html.ts'
import {safeUrl} from './safe-url.ts'

/** Text with its commits and places in files linked, where the page knows where they are to be had. */
export function linkReferences(text: string, place: GitPlace): Html {
  const linked: Html[] = []
  let end = 0
  for (const reference of gitReferences(text, place)) {
    const url = safeUrl(reference.url)
    if (url === undefined) continue
    linked.push(html`${text.slice(end, reference.at)}${anchor(url, reference.text)}`)
    end = reference.at + reference.text.length
  }
  return end === 0 ? textHtml(text) : html`${linked}${text.slice(end)}`
}

/** Where a file is to be had; nothing for files outside the session's folder. */
export function fileUrl(path: string, line: number | undefined, place: GitPlace): string | undefined {
  const address = fileAddress(path, line, place)
  return address === undefined ? undefined : safeUrl(address)
}
