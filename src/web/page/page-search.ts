import {expandAround, scrollToElement} from './dom.ts'

/** A match in the text of an element. */
interface Hit {
  readonly element: Element
  readonly start: number
  readonly end: number
}

const maxHits = 5000
const maxPainted = 1500
/** How long the search may block the page. */
const sliceMs = 12
/** Elements with visible text; none contains another. */
const places =
  '.message:not(.lane), .lane.line, .lane > summary, .lane-body > .asked, .session_header > :not(.timeline), .branch > summary'

const canPaint = typeof Highlight === 'function' && typeof CSS === 'object' && 'highlights' in CSS

/** Searches the text of the page, collapsed or not, and goes through the hits. */
export class PageSearch {
  readonly #input: HTMLInputElement
  readonly #output: HTMLElement
  #hits: Hit[] = []
  #at = -1
  /** The first highlighted hit; thousands of highlights would make the page slow. */
  #painted = 0
  /** The number of the current search, so that an older one stops. */
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

  /** Searches for some words, as if they were typed. */
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

  /** Goes to the next or previous hit; after the last comes the first. */
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
    scrollToElement(target, 'center')
    this.#showCount()
  }

  /** Goes to the first hit inside the first of some elements that contains one; returns that element. */
  async stepInto(elements: readonly Element[]): Promise<Element | undefined> {
    if (!this.active) return undefined
    await this.#search()
    for (const element of elements) {
      const at = this.#hits.findIndex((hit) => element.contains(hit.element) || hit.element.contains(element))
      if (at === -1) continue
      this.#at = at - 1
      this.step(1)
      return element
    }
    return undefined
  }

  /** Searches again after parts of the page were replaced, and stays at the current hit. */
  async refresh(): Promise<void> {
    if (!this.active) return
    const current = this.#hits[this.#at]
    await this.#search()
    this.#at = this.#hits.findIndex(
      ({element, start}) => element === current?.element && start === current.start,
    )
    this.#paintCurrent()
    this.#showCount()
  }

  /** Highlights the hits again after the elements of the text have changed. */
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

/** The search of the page, if it has one. */
export function createPageSearch(): PageSearch | undefined {
  const input = document.getElementById('search')
  const output = document.querySelector('.bar .hits')
  if (!(input instanceof HTMLInputElement) || !(output instanceof HTMLElement)) return undefined
  return new PageSearch(input, output)
}

/** Elements whose text is on the page twice. */
const repeated: ReadonlySet<string> = new Set(['raw', 'turn-title'])

const isRepeated = (node: Node): boolean => node instanceof Element && repeated.has(node.className)

function* textNodes(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    isRepeated(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) yield node
}

function readElementText(element: Element): string {
  // Only prompts have repeated text, and `textContent` is faster.
  if (!element.classList.contains('user')) return element.textContent ?? ''
  let text = ''
  for (const node of textNodes(element)) text += node.data
  return text
}

/** The ranges of sorted hits; each element's text is read once. */
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

/** Selects the types that are hidden by filters. */
const hiddenGroups = (): string =>
  [...document.querySelectorAll('#filters [id^="show-"]:not(:checked)')]
    .map(({id}) => `.${id.replace('show-', 'g-')}`)
    .join(', ')

/** A match in a text. */
interface Match {
  readonly start: number
  readonly end: number
}

const maxMatches = 1000

/** A text as a regular expression; any space matches a space. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

/** Parses the search text: text in any case, or `/a regex/i`; `undefined` if it is empty. */
export function parseSearchText(typed: string): RegExp | 'broken' | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const [, pattern, flags] = /^\/(.+)\/([imsu]*)$/.exec(text) ?? []
  if (pattern === undefined) return new RegExp(literal(text), 'gi')
  try {
    return new RegExp(pattern, `g${flags ?? ''}`)
  } catch {
    return 'broken'
  }
}

/** All matches in a text, except empty ones. */
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
