/**
 * Markup in which all outside text is escaped. A string is not markup and becomes markup only by escaping.
 * The class itself stays in this file, so that only its functions make markup.
 */
class Html {
  /** Makes the type nominal: no other value has this type. */
  declare protected readonly brand: never
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }

  toString(): string {
    return this.markup
  }
}

export type {Html}

/** What can be put into markup: text, which is escaped, a number, or markup. */
export type HtmlPart = string | number | Html | readonly Html[]

/**
 * Markup with text in it. Everything between `${` and `}` is escaped unless it is markup itself, so that it can be put
 * between tags and inside the quotes of an attribute:
 *
 *     html`<p title="${title}">${[html`<b>${name}</b>`, html`, too`]}</p>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let markup = strings[0] ?? ''
  let index = 0
  for (const part of parts) {
    index += 1
    if (typeof part === 'string') markup += escapeHtml(part)
    else if (part instanceof Html) markup += part.markup
    else if (typeof part === 'number') markup += part
    else for (const inner of part) markup += inner.markup
    markup += strings[index]
  }
  return new Html(markup)
}

/** Escaped text, as `html` would write it; faster for many texts. */
export const textHtml = (text: string): Html => new Html(escapeHtml(text))

/** No markup at all. */
export const noHtml: Html = new Html('')

/** Markup one after the other; what is empty needs no separator. */
export function joinHtml(parts: Iterable<Html>, separator = ''): Html {
  const between = escapeHtml(separator)
  let joined = ''
  for (const {markup} of parts) {
    if (markup === '') continue
    joined += joined === '' ? markup : between + markup
  }
  return new Html(joined)
}

/**
 * Takes a string for markup as it is: the one way around escaping. `test/security/reviewed-places.test.ts` lists who uses it;
 * the caller must have made or escaped every character.
 */
export const trustedHtml = (markup: string): Html => new Html(markup)

const special = /[&<>"'`\0\u202a-\u202e\u2066-\u2069]/

/**
 * Escapes text for HTML: between tags, and inside quoted attributes. Characters that change the direction of writing are
 * left out, because code that reads differently from what it does is an old trick.
 */
export function escapeHtml(text: string): string {
  const first = text.search(special)
  return first === -1 ? text : escapeFrom(text, first)
}

/** Apart, so that V8 puts only the search into each of the many functions with a template. */
function escapeFrom(text: string, first: number): string {
  let html = ''
  let from = 0
  for (let at = first; at < text.length; at += 1) {
    const escaped = escapeOf(text.charCodeAt(at))
    if (escaped === undefined) continue
    html += text.slice(from, at) + escaped
    from = at + 1
  }
  return html + text.slice(from)
}

/** A switch, because this runs for every character of a page. */
function escapeOf(code: number): string | undefined {
  switch (code) {
    case 0x26:
      return '&amp;'
    case 0x3c:
      return '&lt;'
    case 0x3e:
      return '&gt;'
    case 0x22:
      return '&quot;'
    case 0x27:
      return '&#39;'
    case 0x60:
      return '&#96;'
    // Not allowed in a page; browsers treat it differently in different places.
    case 0:
      return '\ufffd'
  }
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ? '' : undefined
}
