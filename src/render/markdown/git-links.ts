import type {GitPlace} from '../../page/git-references.ts'
import {gitReferences} from '../../page/git-references.ts'
import {safeUrl} from './safe-url.ts'

/** Longer texts are no prose, and take long to look through. */
const longest = 10_000

/**
 * Text with its commits and places in files linked, where it is known where they are to be had. What `write` makes of
 * a piece must be Markdown. Code is linked only as a whole: nothing within it can be a link.
 */
export function linkReferences(
  text: string,
  place: GitPlace,
  write: (text: string) => string,
  where: 'whole' | 'within',
): string {
  if (text.length > longest) return write(text)
  let linked = ''
  let end = 0
  for (const reference of gitReferences(text, place)) {
    if (where === 'whole' && reference.text.length < text.length) break
    const url = safeUrl(reference.url)
    if (url === undefined) continue
    linked += `${write(text.slice(end, reference.at))}[${write(reference.text)}](${url})`
    end = reference.at + reference.text.length
  }
  return end === text.length && end > 0 ? linked : linked + write(text.slice(end))
}
