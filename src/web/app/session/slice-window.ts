import type {FetchedPart} from '../fetch-part.ts'
import {morph, morphChildren, parseFragment, rememberOpen} from '../morph.ts'
import {keepScrollPosition} from './scroll-position.ts'
import type {FetchedSlices, SliceKey, SliceNeed} from './slice-map.ts'
import {compareSlices, findNeededSlices, SliceMap, SliceRequests} from './slice-map.ts'

/** What a window shows pieces with. */
interface SliceWindowOptions {
  /** Holds the pieces that are there. */
  readonly shown: HTMLElement
  /** Hold the space of those that are not. */
  readonly before: HTMLElement
  readonly after: HTMLElement
  /** Asks the server for pieces. */
  fetch(query: string): Promise<FetchedPart>
  /** Elements came that were not there. */
  onAdded(root: ParentNode): void
}

/** Pieces are let go when they are so far away. */
const far = 20_000
/** After a refusal it is asked again, but not at once. */
const pause = 2000

/**
 * Shows those pieces of a session that are near to what is being read, and keeps the space of all others, so that a
 * session of any length scrolls like a short one.
 */
export class SliceWindow {
  readonly #parts: SliceWindowOptions
  readonly #requests: SliceRequests
  #map: SliceMap
  #isBusy = false
  /** How often other pieces were asked for, of which the last are wanted. */
  #asked = 0
  /** How often the pieces were replaced: what adjoined those before adjoins nothing any more. */
  #replaced = 0

  constructor(parts: SliceWindowOptions, turns: readonly (readonly number[])[]) {
    this.#parts = parts
    this.#requests = new SliceRequests((query) => parts.fetch(query))
    this.#map = new SliceMap(turns)
    rememberOpen(parts.shown)
    for (const piece of this.#slices) this.#note(piece)
    this.#measure()
    this.#fitGaps()
  }

  /** The newest piece is here. */
  get hasEnd(): boolean {
    return this.#last >= this.#map.length - 1
  }

  get hasAll(): boolean {
    return this.hasEnd && this.#first <= 0
  }

  /** The turns that are here. */
  get turns(): readonly [first: number, last: number] {
    return [this.#map.at(this.#first)?.turn ?? 0, this.#map.at(this.#last)?.turn ?? 0]
  }

  /** Takes what the server told of one piece; gives how many messages are new in it. */
  onSlice(key: SliceKey, html: string, n: number): number {
    this.#requests.onSlice(key, html, n)
    const wasEnd = this.hasEnd
    const wasNewest = this.#map.place(key) >= this.#map.length
    const [piece] = parseFragment(html).children
    const old = this.#find(key)
    if (!piece) {
      keepScrollPosition(() => {
        old?.remove()
        this.#map.remove(key)
        this.#fitGaps()
      })
      return 0
    }
    this.#map.put(key, Number(piece.getAttribute('data-items')))
    const count = messagesIn(piece)
    if (!old && !this.#isInside(key, wasEnd)) {
      this.#fitGaps()
      return wasNewest ? count : 0
    }
    const had = old ? messagesIn(old) : 0
    keepScrollPosition(() => {
      if (old) morph(old, piece)
      else this.#insert(piece, key)
      this.#parts.shown.querySelector(':scope > .empty')?.remove()
      this.#parts.onAdded(this.#find(key) ?? piece)
    })
    return Math.max(0, count - had)
  }

  /** Everything may be different: shows what is asked for, with whatever is the same left as it is. */
  async renew(query: string, turns: Promise<readonly (readonly number[])[]>): Promise<void> {
    const [answer, map] = await Promise.all([this.#requests.fetch(query), turns])
    this.#replaced += 1
    this.#map = new SliceMap(map, this.#map)
    keepScrollPosition(() => {
      morphChildren(this.#parts.shown, newest(answer))
      for (const piece of this.#slices) this.#note(piece)
      this.#fitGaps()
      this.#parts.onAdded(this.#parts.shown)
    })
  }

  /** Shows other pieces in place of those that are here. */
  async show(query: string): Promise<void> {
    this.#asked += 1
    const own = this.#asked
    const fragment = newest(await this.#requests.fetch(query))
    if (own !== this.#asked) return
    this.#replaced += 1
    this.#measure()
    rememberOpen(fragment)
    this.#parts.shown.replaceChildren(...fragment.children)
    for (const piece of this.#slices) this.#note(piece)
    this.#fitGaps()
    this.#parts.onAdded(this.#parts.shown)
  }

  /** Asks for what is about to be seen, until there is nothing to ask for. */
  async fill(): Promise<void> {
    if (this.#isBusy) return
    const need = this.#need()
    if (!need) return
    this.#isBusy = true
    try {
      if (need.isJump) await this.show(need.query)
      else await this.#extend(need.query)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    } finally {
      this.#isBusy = false
    }
    requestAnimationFrame(() => void this.fill())
  }

  get #slices(): readonly Element[] {
    return [...this.#parts.shown.children].filter((child) => child.classList.contains('piece'))
  }

  get #first(): number {
    const [piece] = this.#slices
    return piece ? this.#map.place(keyOf(piece)) : 0
  }

  get #last(): number {
    const piece = this.#slices.at(-1)
    return piece ? this.#map.place(keyOf(piece)) : -1
  }

  #find(key: SliceKey): Element | undefined {
    const found = document.getElementById(`piece-${key.turn}-${key.piece}`)
    return found && this.#parts.shown.contains(found) ? found : undefined
  }

  /** A piece that stands among those that are here, or goes on from the newest. */
  #isInside(key: SliceKey, wasEnd: boolean): boolean {
    const pieces = this.#slices
    const [first, last] = [pieces[0], pieces.at(-1)]
    if (!first || !last) return true
    if (compareSlices(key, keyOf(last)) > 0) return wasEnd
    return compareSlices(key, keyOf(first)) > 0 || this.#map.place(key) === 0
  }

  #insert(piece: Element, key: SliceKey): void {
    rememberOpen(piece)
    const next = this.#slices.find((other) => compareSlices(keyOf(other), key) > 0)
    this.#parts.shown.insertBefore(piece, next ?? null)
  }

  #need(): SliceNeed | undefined {
    const {shown, before, after} = this.#parts
    const {top, bottom} = shown.getBoundingClientRect()
    return findNeededSlices(this.#map, this.#first, this.#last, {
      top,
      bottom,
      before: before.getBoundingClientRect().top,
      after: after.getBoundingClientRect().top,
      height: innerHeight,
    })
  }

  /** Adds what adjoins, and lets go of what is far away. */
  async #extend(query: string): Promise<void> {
    const replaced = this.#replaced
    const fragment = newest(await this.#requests.fetch(query))
    if (replaced !== this.#replaced) return
    const pieces = [...fragment.children].filter((piece) => !this.#find(keyOf(piece)))
    keepScrollPosition(() => {
      for (const piece of pieces) {
        this.#insert(piece, keyOf(piece))
        this.#note(piece)
        this.#parts.onAdded(piece)
      }
      this.#measure()
      // All are looked at before the first goes: what goes moves the others.
      for (const piece of this.#slices.filter(isFar)) piece.remove()
      this.#fitGaps()
    })
  }

  #note(piece: Element): void {
    this.#map.put(keyOf(piece), Number(piece.getAttribute('data-items')))
  }

  #measure(): void {
    for (const piece of this.#slices) this.#map.measure(keyOf(piece), piece.getBoundingClientRect().height)
    this.#map.learn()
  }

  #fitGaps(): void {
    const {before, after} = this.#parts
    before.style.height = `${Math.round(this.#map.heightOf(0, this.#first))}px`
    after.style.height = `${Math.round(this.#map.heightOf(this.#last + 1, this.#map.length))}px`
  }
}

/** The pieces of an answer; what came by events meanwhile may be newer. */
function newest({html, newer}: FetchedSlices): DocumentFragment {
  const fragment = parseFragment(html)
  for (const piece of [...fragment.children]) {
    const told = newer(keyOf(piece))
    if (told !== undefined) piece.replaceWith(parseFragment(told))
  }
  return fragment
}

const keyOf = (piece: Element): SliceKey => ({
  turn: Number(piece.getAttribute('data-turn')),
  piece: Number(piece.getAttribute('data-piece')),
})

function isFar(piece: Element): boolean {
  const {top, bottom} = piece.getBoundingClientRect()
  return bottom < -far || top > innerHeight + far
}

const messagesIn = (piece: Element): number => piece.querySelectorAll('.message[id]').length
