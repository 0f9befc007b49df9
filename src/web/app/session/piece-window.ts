import type {Part} from '../ask.ts'
import {parseFragment} from '../fragment.ts'
import {morph, morphChildren, remember} from '../morph.ts'
import {keepPlace} from './keep-place.ts'
import type {PieceKey} from './piece-map.ts'
import {compareKeys, PieceMap} from './piece-map.ts'

/** What a window shows pieces with. */
export interface WindowParts {
  /** Holds the pieces that are there. */
  readonly shown: HTMLElement
  /** Hold the space of those that are not. */
  readonly before: HTMLElement
  readonly after: HTMLElement
  /** Asks the server for pieces. */
  ask(query: string): Promise<Part>
  /** Elements came that were not there. */
  grown(root: ParentNode): void
}

/** Pieces are asked for when they are so near. */
const near = 3000
/** Pieces are let go when they are so far away. */
const far = 20_000
/** After a refusal it is asked again, but not at once. */
const pause = 2000

/** What came of a piece while it was asked for. */
interface Told {
  readonly n: number
  readonly html: string
}

/**
 * Shows those pieces of a session that are near to what is being read, and keeps the space of all others, so that a
 * session of any length scrolls like a short one.
 */
export class PieceWindow {
  readonly #parts: WindowParts
  #map: PieceMap
  #isBusy = false
  /** Pieces that were told while an answer was under way that may be older. */
  #told: Map<string, Told> | undefined

  constructor(parts: WindowParts, turns: readonly (readonly number[])[]) {
    this.#parts = parts
    this.#map = new PieceMap(turns)
    remember(parts.shown)
    for (const piece of this.#pieces) this.#note(piece)
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
  hear(key: PieceKey, html: string, n: number): number {
    this.#told?.set(keyText(key), {n, html})
    const wasEnd = this.hasEnd
    const wasNewest = this.#map.place(key) >= this.#map.length
    const [piece] = parseFragment(html).children
    const old = this.#find(key)
    if (!piece) {
      keepPlace(() => {
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
    keepPlace(() => {
      if (old) morph(old, piece)
      else this.#insert(piece, key)
      this.#parts.shown.querySelector(':scope > .empty')?.remove()
      this.#parts.grown(this.#find(key) ?? piece)
    })
    return Math.max(0, count - had)
  }

  /** Everything may be different: shows what is asked for, with whatever is the same left as it is. */
  async renew(query: string, turns: Promise<readonly (readonly number[])[]>): Promise<void> {
    const [part, map] = await Promise.all([this.#ask(query), turns])
    this.#map = new PieceMap(map, this.#map)
    keepPlace(() => {
      morphChildren(this.#parts.shown, this.#newest(part))
      for (const piece of this.#pieces) this.#note(piece)
      this.#fitGaps()
      this.#parts.grown(this.#parts.shown)
    })
  }

  /** Shows other pieces in place of those that are here. */
  async show(query: string): Promise<void> {
    const part = await this.#ask(query)
    const fragment = this.#newest(part)
    this.#measure()
    remember(fragment)
    this.#parts.shown.replaceChildren(...fragment.children)
    for (const piece of this.#pieces) this.#note(piece)
    this.#fitGaps()
    this.#parts.grown(this.#parts.shown)
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

  get #pieces(): readonly Element[] {
    return [...this.#parts.shown.children].filter((child) => child.classList.contains('piece'))
  }

  get #first(): number {
    const [piece] = this.#pieces
    return piece ? this.#map.place(keyOf(piece)) : 0
  }

  get #last(): number {
    const piece = this.#pieces.at(-1)
    return piece ? this.#map.place(keyOf(piece)) : -1
  }

  #find(key: PieceKey): Element | undefined {
    const found = document.getElementById(`piece-${key.turn}-${key.piece}`)
    return found && this.#parts.shown.contains(found) ? found : undefined
  }

  /** A piece that stands among those that are here, or goes on from the newest. */
  #isInside(key: PieceKey, wasEnd: boolean): boolean {
    const pieces = this.#pieces
    const [first, last] = [pieces[0], pieces.at(-1)]
    if (!first || !last) return true
    if (compareKeys(key, keyOf(last)) > 0) return wasEnd
    return compareKeys(key, keyOf(first)) > 0 || this.#map.place(key) === 0
  }

  #insert(piece: Element, key: PieceKey): void {
    remember(piece)
    const next = this.#pieces.find((other) => compareKeys(keyOf(other), key) > 0)
    this.#parts.shown.insertBefore(piece, next ?? null)
  }

  #need(): {readonly query: string; readonly isJump: boolean} | undefined {
    const {shown, before, after} = this.#parts
    const {top, bottom} = shown.getBoundingClientRect()
    const [first, last, {length}] = [this.#first, this.#last, this.#map]
    if (last < 0) return length > 0 ? this.#jump(0) : undefined
    if (first > 0 && top > -near) {
      if (top > 2 * innerHeight)
        return this.#jump(this.#map.placeAt(-before.getBoundingClientRect().top, 0, first))
      return {query: `before=${this.#cursor(first)}`, isJump: false}
    }
    if (last < length - 1 && bottom < innerHeight + near) {
      if (bottom < -innerHeight)
        return this.#jump(this.#map.placeAt(-after.getBoundingClientRect().top, last + 1, length))
      return {query: `from=${this.#cursor(last + 1)}`, isJump: false}
    }
    return undefined
  }

  #jump(place: number): {readonly query: string; readonly isJump: boolean} {
    return {query: `from=${this.#cursor(Math.max(0, place - 1))}`, isJump: true}
  }

  #cursor(place: number): string {
    const spot = this.#map.at(place)
    return spot ? `${spot.turn}.${spot.piece}` : '0'
  }

  /** Adds what adjoins, and lets go of what is far away. */
  async #extend(query: string): Promise<void> {
    const part = await this.#ask(query)
    const fragment = this.#newest(part)
    const pieces = [...fragment.children].filter((piece) => !this.#find(keyOf(piece)))
    keepPlace(() => {
      for (const piece of pieces) {
        this.#insert(piece, keyOf(piece))
        this.#note(piece)
        this.#parts.grown(piece)
      }
      this.#measure()
      // All are looked at before the first goes: what goes moves the others.
      for (const piece of this.#pieces.filter(isFar)) piece.remove()
      this.#fitGaps()
    })
  }

  async #ask(query: string): Promise<Part> {
    this.#told ??= new Map()
    try {
      return await this.#parts.ask(query)
    } catch (error) {
      this.#told = undefined
      throw error
    }
  }

  /** What came by events meanwhile may be newer than the answer. */
  #newest({html, headers}: Part): DocumentFragment {
    const fragment = parseFragment(html)
    const n = Number(/-(\d+)$/.exec(headers.get('recount-event') ?? '')?.[1] ?? 0)
    for (const piece of [...fragment.children]) {
      const told = this.#told?.get(keyText(keyOf(piece)))
      if (told && told.n > n) piece.replaceWith(parseFragment(told.html))
    }
    this.#told = undefined
    return fragment
  }

  #note(piece: Element): void {
    this.#map.put(keyOf(piece), Number(piece.getAttribute('data-items')))
  }

  #measure(): void {
    for (const piece of this.#pieces) this.#map.measure(keyOf(piece), piece.getBoundingClientRect().height)
    this.#map.learn()
  }

  #fitGaps(): void {
    const {before, after} = this.#parts
    before.style.height = `${Math.round(this.#map.heightOf(0, this.#first))}px`
    after.style.height = `${Math.round(this.#map.heightOf(this.#last + 1, this.#map.length))}px`
  }
}

const keyOf = (piece: Element): PieceKey => ({
  turn: Number(piece.getAttribute('data-turn')),
  piece: Number(piece.getAttribute('data-piece')),
})

function isFar(piece: Element): boolean {
  const {top, bottom} = piece.getBoundingClientRect()
  return bottom < -far || top > innerHeight + far
}

const keyText = ({turn, piece}: PieceKey): string => `${turn}.${piece}`

const messagesIn = (piece: Element): number => piece.querySelectorAll('.message[id]').length
