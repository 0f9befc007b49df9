import type {GitPlace} from '../../page/git-references.ts'
import {fileAddress, gitReferences} from '../../page/git-references.ts'
import {anchor} from './anchor.ts'
import {escapeHtml} from './escape.ts'
import {safeUrl} from './safe-url.ts'

/** Text with its commits and places in files linked, where the page knows where they are to be had. Escaped. */
export function linkReferences(text: string, place: GitPlace): string {
  let html = ''
  let end = 0
  for (const reference of gitReferences(text, place)) {
    const url = safeUrl(reference.url)
    if (url === undefined) continue
    html += `${escapeHtml(text.slice(end, reference.at))}${anchor(url, escapeHtml(reference.text))}`
    end = reference.at + reference.text.length
  }
  return html + escapeHtml(text.slice(end))
}

/** Where a file is to be had; nothing for files outside the session's folder. */
export function fileUrl(path: string, line: number | undefined, place: GitPlace): string | undefined {
  const address = fileAddress(path, line, place)
  return address === undefined ? undefined : safeUrl(address)
}
