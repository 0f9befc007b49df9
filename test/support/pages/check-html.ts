/** Everything that a node may become, with the attributes that it may have. */
const elements: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['class', 'href', 'target', 'rel']],
  ['b', []],
  ['blockquote', []],
  ['br', []],
  ['button', ['class', 'type', 'title']],
  ['code', ['class']],
  ['dd', []],
  ['del', ['data-old']],
  ['details', ['class', 'open']],
  ['div', ['class', 'tabindex', 'data-old', 'data-new']],
  ['dl', ['class']],
  ['dt', []],
  ['em', []],
  ['figcaption', []],
  ['figure', ['class']],
  ['h4', ['class']],
  ['h5', ['class']],
  ['h6', ['class']],
  ['hr', []],
  ['img', ['src', 'alt', 'width', 'height', 'loading', 'decoding']],
  ['input', ['type']],
  ['ins', ['data-new']],
  ['label', ['class']],
  ['li', ['class']],
  ['ol', ['start']],
  ['p', ['class']],
  ['pre', ['class', 'tabindex']],
  ['s', []],
  ['span', ['class', 'title', 'aria-hidden', 'data-numbers']],
  ['strong', []],
  ['summary', []],
  ['table', ['class']],
  ['tbody', []],
  ['td', ['class']],
  ['th', ['class', 'scope']],
  ['thead', []],
  ['tr', []],
  ['ul', ['class']],
])

const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input'])

/** Elements that may stand in a line of text; a paragraph that holds others is closed by the browser before them. */
const phrasing: ReadonlySet<string> = new Set(
  'a b br button code del em img input ins label s span strong'.split(' '),
)

/** Elements that hold only phrasing. */
const lines: ReadonlySet<string> = new Set([
  'p',
  'pre',
  'h4',
  'h5',
  'h6',
  'summary',
  'code',
  'span',
  'a',
  'em',
])

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>`']*")?)*)>/y
const words = /[^<>"'`&]+|&(?:amp|lt|gt|quot|#39|#96);/y

const links: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:|[\w./%-]+$)/,
  src: /^(?:data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[\w+/=]*$|[\w./%-]+$)/,
}

/**
 * Reads HTML as strictly as it can be read, and says what is wrong: whatever a browser would have to repair, and every
 * element, attribute and address that a node never needs.
 */
export function checkHtml(html: string): readonly string[] {
  const problems: string[] = []
  const open: string[] = []
  let at = 0
  while (at < html.length) {
    words.lastIndex = at
    if (words.test(html)) {
      at = words.lastIndex
      continue
    }
    tag.lastIndex = at
    const [whole, closes, name = '', attributes = ''] = tag.exec(html) ?? []
    if (whole === undefined) return [...problems, `not readable: ${html.slice(at, at + 60)}`]
    at += whole.length
    if (closes) {
      if (open.pop() !== name) return [...problems, `</${name}> closes nothing`]
      continue
    }
    problems.push(...problemsOf(name, attributes, open))
    if (!empty.has(name)) open.push(name)
  }
  return open.length === 0 ? problems : [...problems, `never closed: ${open.join(' ')}`]
}

function problemsOf(name: string, attributes: string, open: readonly string[]): readonly string[] {
  const allowed = elements.get(name)
  if (!allowed) return [`<${name}> is not allowed`]
  const problems: string[] = []
  if (open.some((outer) => lines.has(outer)) && !phrasing.has(name)) problems.push(`<${name}> in a line`)
  if ((name === 'a' || name === 'button') && open.some((outer) => outer === 'a' || outer === 'button'))
    problems.push(`<${name}> in a link`)
  const seen = new Set<string>()
  for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
    if (!allowed.includes(attribute)) problems.push(`<${name} ${attribute}> is not allowed`)
    if (seen.has(attribute)) problems.push(`<${name} ${attribute}> twice`)
    if (links[attribute]?.test(value.replaceAll('&amp;', '&')) === false) problems.push(`leads to ${value}`)
    seen.add(attribute)
  }
  return problems
}

/** The text of HTML as a reader sees it. */
export const htmlText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|#96);/g, (_, name: string) => characters.get(name) ?? '')

const characters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
  ['#96', '`'],
])
