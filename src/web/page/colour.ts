import {languages} from './languages.ts'

/** Longer code stays plain. */
const longest = 200_000
/** Code is coloured in pieces of so many characters, each in a moment when nothing else is to be done. */
const piece = 12_000

/**
 * Colours code when it comes into sight, a piece at a time. What is long is cut at line ends: a comment that goes over
 * a cut loses its colour, and nobody waits. Gives the way to have more elements looked at.
 */
export function startColouring(changed: () => void): (root: ParentNode) => void {
  const waiting: (() => void)[] = []
  let busy = false
  const work = (): void => {
    const next = waiting.shift()
    busy = waiting.length > 0
    // What follows does not wait for what may fail.
    if (busy) whenIdle(work)
    next?.()
    if (!busy) changed()
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const {target, isIntersecting} of changes) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        waiting.push(...jobsFor(target))
      }
      if (busy || waiting.length === 0) return
      busy = true
      whenIdle(work)
    },
    {rootMargin: '300px'},
  )
  return (root) => {
    for (const code of root.querySelectorAll('code[class*="language-"]')) observer.observe(code)
  }
}

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, {timeout: 500})
  else setTimeout(work, 30)
}

function jobsFor(code: Element): readonly (() => void)[] {
  const name = /\blanguage-([\w+#.-]+)/.exec(code.className)?.[1] ?? ''
  const text = code.textContent ?? ''
  if (!languages.getLanguage(name) || text.length > longest || code.childElementCount > 0) return []
  const pieces = piecesOf(text)
  const parts = pieces.map((part) => document.createTextNode(part))
  if (parts.length > 1) code.replaceChildren(...parts)
  return pieces.map((part, index) => () => {
    const {value} = languages.highlight(part, {language: name, ignoreIllegals: true})
    const old = parts.length > 1 ? parts[index] : code.firstChild
    old?.replaceWith(coloured(value))
  })
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    const cut = text.indexOf('\n', start + piece)
    const end = cut < 0 ? text.length : cut + 1
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

const tags = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);/g
const characters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#x27', "'"],
])

/** What the highlighter wrote as elements; of HTML it writes spans and five escapes, and nothing else is taken. */
export function coloured(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  const open: ParentNode[] = [fragment]
  let text = ''
  let at = 0
  const flush = (): void => {
    if (text !== '') open.at(-1)?.append(text)
    text = ''
  }
  for (const match of html.matchAll(tags)) {
    const [tag, className, entity] = match
    text += html.slice(at, match.index)
    at = match.index + tag.length
    if (entity !== undefined) {
      text += characters.get(entity) ?? ''
      continue
    }
    flush()
    if (className === undefined) open.pop()
    else {
      const span = document.createElement('span')
      span.className = className
      open.at(-1)?.append(span)
      open.push(span)
    }
  }
  text += html.slice(at)
  flush()
  return fragment
}
