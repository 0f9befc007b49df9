import {safeUrl} from '../../../page/index.ts'

/** Images in the file itself; not SVG, which can contain scripts. */
const picture = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z\d+/=]+$/i

/** An address as the target of a link, encoded; undefined if it might run something. It can be a file next to this one. */
export function safeMarkdownUrl(url: string): string | undefined {
  const safe = safeUrl(url, 'relative')
  return safe && encode(safe)
}

/** The address of an image, which can be in the file itself. */
export const safeMarkdownImageUrl = (url: string): string | undefined =>
  picture.test(url) ? url : safeMarkdownUrl(url)

const encode = (url: string): string =>
  url
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .replace(/[\s"'<>\\^`{|}()[\]]/gu, (character) => codes.get(character) ?? encodeURIComponent(character))
    .replace(/&(?=[#\w]+;)/g, '&amp;')

/** What `encodeURIComponent` leaves alone. */
const codes: ReadonlyMap<string, string> = new Map([
  ["'", '%27'],
  ['(', '%28'],
  [')', '%29'],
])
