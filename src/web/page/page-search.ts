import {expandAround} from './dom.ts'

/** A place where something was found, in the text of an element. */
interface Hit {
  readonly element: Element
  readonly start: number
  readonly end: number
}

const maxHits = 5000
const maxPainted = 1500
/** How long the page may be kept from answering. */
const sliceMs = 12
/** Whatever holds text that can be seen; none of them holds another. */
const places =
  '.message:not(.lane), .lane.line, .lane > summary, .lane-body > .asked, .session_header > :not(.timeline), .branch > summary'

const canPaint = typeof Highlight === 'function' && typeof CSS === 'object' && 'highlights' in CSS

/** Finds text in everything on the page, folded or not, and leads through the hits. */
export class PageSearch {
  readonly #input: HTMLInputElement
  readonly #output: HTMLElement
  #hits: Hit[] = []
  #at = -1
  /** The first hit that is marked; more than some thousands would make the page slow. */
  #painted = 0
  /** Counts up with each search, so that an old one notices that it is. */
  #run = 0

  constructor(input: HTMLInputElement, output: HTMLElement) {
    this.#input = input
    this.#output = output
    let waiting = 0
    input.addEventListener('input', () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => void this.#search(), 120)
    })
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1)
      else if (event.key === 'Escape') this.clear()
      else return
      event.preventDefault()
    })
  }

  get active(): boolean {
    return this.#input.value !== ''
  }

  get words(): string {
    return this.#input.value
  }

  /** Looks for something, as if it were typed. */
  search(words: string): void {
    this.#input.value = words
    void this.#search()
  }

  focus(): void {
    this.#input.focus()
    this.#input.select()
  }

  clear(): void {
    this.#input.value = ''
    this.#input.blur()
    void this.#search()
  }

  /** Goes to the next hit, or the one before; behind the last comes the first. */
  step(by: 1 | -1): void {
    if (this.#hits.length === 0) return
    this.#at = (this.#at + by + this.#hits.length) % this.#hits.length
    const hit = this.#hits[this.#at]
    if (!hit) return
    const [range] = rangesOf([hit])
    const target = range ? elementOf(range.startContainer) : hit.element
    expandAround(target)
    const isNear = this.#at >= this.#painted && this.#at < this.#painted + maxPainted
    if (isNear) this.#paintCurrent()
    else this.repaint()
    target.scrollIntoView({block: 'center'})
    this.#showCount()
  }

  /** Marks the hits anew, after something else has changed the text's elements. */
  repaint(): void {
    if (!canPaint) return
    CSS.highlights.delete('found')
    CSS.highlights.delete('found-now')
    if (this.#hits.length === 0) return
    this.#painted = Math.max(0, this.#at - maxPainted / 2)
    const near = this.#hits.slice(this.#painted, this.#painted + maxPainted)
    CSS.highlights.set('found', new Highlight(...rangesOf(near)))
    this.#paintCurrent()
  }

  #paintCurrent(): void {
    const hit = this.#hits[this.#at]
    const [range] = hit ? rangesOf([hit]) : []
    if (canPaint && range) CSS.highlights.set('found-now', new Highlight(range))
  }

  async #search(): Promise<void> {
    this.#run += 1
    const run = this.#run
    this.#hits = []
    this.#at = -1
    const query = parseSearchText(this.#input.value)
    if (query === undefined || query === 'broken') {
      this.#output.textContent = query === 'broken' ? 'Invalid regex' : ''
      this.repaint()
      return
    }
    const hidden = hiddenGroups()
    let until = performance.now() + sliceMs
    for (const element of document.querySelectorAll(places)) {
      if (hidden !== '' && element.matches(hidden)) continue
      for (const {start, end} of findMatches(readElementText(element), query))
        this.#hits.push({element, start, end})
      if (this.#hits.length >= maxHits) break
      if (performance.now() < until) continue
      this.#showCount()
      await new Promise((resolve) => setTimeout(resolve))
      if (run !== this.#run) return
      until = performance.now() + sliceMs
    }
    this.repaint()
    this.#showCount()
  }

  #showCount(): void {
    const {length} = this.#hits
    const count = length >= maxHits ? `${maxHits}+` : String(length)
    this.#output.textContent = this.#at < 0 ? `${count} found` : `${this.#at + 1} of ${count}`
  }
}

/** What is on the page a second time. */
const repeated: ReadonlySet<string> = new Set(['raw', 'turn-title'])

const isRepeated = (node: Node): boolean => node instanceof Element && repeated.has(node.className)

function* textNodes(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    isRepeated(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) yield node
}

function readElementText(element: Element): string {
  // Only what a person wrote is there twice, and the browser is faster than we are.
  if (!element.classList.contains('user')) return element.textContent ?? ''
  let text = ''
  for (const node of textNodes(element)) text += node.data
  return text
}

/** The ranges of hits that are in order; each element's text is walked once. */
function rangesOf(hits: readonly Hit[]): readonly Range[] {
  const ranges: Range[] = []
  for (let first = 0; first < hits.length; ) {
    const element = hits[first]?.element
    let next = first
    while (hits[next]?.element === element) next += 1
    if (element) ranges.push(...rangesIn(element, hits.slice(first, next)))
    first = next
  }
  return ranges
}

function rangesIn(element: Element, hits: readonly Hit[]): readonly Range[] {
  const ranges: Range[] = []
  let at = 0
  let range: Range | undefined
  let index = 0
  for (const node of textNodes(element)) {
    const next = at + node.length
    for (let hit = hits[index]; hit && hit.start < next; hit = hits[index]) {
      if (!range) {
        range = document.createRange()
        range.setStart(node, hit.start - at)
      }
      if (hit.end > next) break
      range.setEnd(node, hit.end - at)
      ranges.push(range)
      range = undefined
      index += 1
    }
    at = next
  }
  return ranges
}

const elementOf = (node: Node): Element =>
  node instanceof Element ? node : (node.parentElement ?? document.body)

/** What is filtered away is not found. */
const hiddenGroups = (): string =>
  [...document.querySelectorAll('#filters [id^="show-"]:not(:checked)')]
    .map(({id}) => `.${id.replace('show-', 'g-')}`)
    .join(', ')

/** A place in a text. */
interface Match {
  readonly start: number
  readonly end: number
}

const maxMatches = 1000

/** What was typed as something to look for: text in any case, or `/a regex/i`; nothing where nothing was typed. */
export function parseSearchText(typed: string): RegExp | 'broken' | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const [, pattern, flags] = /^\/(.+)\/([imsu]*)$/.exec(text) ?? []
  if (pattern === undefined) return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  try {
    return new RegExp(pattern, `g${flags ?? ''}`)
  } catch {
    return 'broken'
  }
}

/** Where a text fits, from its beginning; what fits without a single character does not count. */
export function findMatches(text: string, query: RegExp): readonly Match[] {
  const found: Match[] = []
  query.lastIndex = 0
  for (let match = query.exec(text); match; match = query.exec(text)) {
    const end = match.index + match[0].length
    if (end === match.index) query.lastIndex += 1
    else found.push({start: match.index, end})
    if (found.length >= maxMatches) break
  }
  return found
}
