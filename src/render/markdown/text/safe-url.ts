const allowed = /^(?:https?:\/\/|mailto:)[^\s]/i

/** Pictures that stand in the file itself; SVG is left out because it may hold scripts. */
const picture = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z\d+/=]+$/i

const scheme = /^[a-z][a-z\d+.-]*:/i

/** Nobody sees these, and some readers drop them wherever they stand, so that `java\nscript:` is a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be in an address
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

/** An address as the destination of a link; nothing where it might run something. It may lead to a file beside. */
export function safeMarkdownUrl(url: string): string | undefined {
  const wanted = url.trim()
  if (wanted === '' || wanted.length > 8192 || invisible.test(wanted)) return undefined
  const inside = !scheme.test(wanted) && !/^[/\\]{2}/.test(wanted)
  return allowed.test(wanted) || inside ? encode(wanted) : undefined
}

/** The same for a picture, which may be in the file itself. */
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
