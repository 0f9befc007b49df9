import type {FetchedPart} from '../fetch-part.ts'
import {morph, morphChildren, parseFragment, rememberOpen} from '../morph.ts'
import {keepScrollPosition} from './scroll-position.ts'
import type {FetchedSlices, SliceKey, SliceNeed} from './slice-map.ts'
import {compareSlices, findNeededSlices, SliceMap, SliceRequests} from './slice-map.ts'

/** What a window needs. */
interface SliceWindowOptions {
  /** Contains the loaded slices. */
  readonly shown: HTMLElement
  /** The gaps for slices that are not loaded. */
  readonly before: HTMLElement
  readonly after: HTMLElement
  /** Fetches slices. */
  fetch(query: string): Promise<FetchedPart>
  /** Called with new elements. */
  onAdded(root: ParentNode): void
}

/** Slices this far from the screen are removed. */
const far = 20_000
/** The pause after a failed request. */
const pause = 2000

/**
 * Shows the slices of a session around the reading position, with gaps for all others, so that a session of any length
 * scrolls like a short one.
 */
export class SliceWindow {
  readonly #parts: SliceWindowOptions
  readonly #requests: SliceRequests
  #map: SliceMap
  #isBusy = false
  /** The number of calls of `show`; only the last counts. */
  #asked = 0
  /** How often the slices were replaced: a response for the old ones does not fit any more. */
  #replaced = 0

  constructor(parts: SliceWindowOptions, turns: readonly (readonly number[])[]) {
    this.#parts = parts
    this.#requests = new SliceRequests((query) => parts.fetch(query))
    this.#map = new SliceMap(turns)
    rememberOpen(parts.shown)
    for (const slice of this.#slices) this.#note(slice)
    this.#measure()
    this.#fitGaps()
  }

  /** The newest slice is loaded. */
  get hasEnd(): boolean {
    return this.#last >= this.#map.length - 1
  }

  get hasAll(): boolean {
    return this.hasEnd && this.#first <= 0
  }

  /** The loaded turns. */
  get turns(): readonly [first: number, last: number] {
    return [this.#map.at(this.#first)?.turn ?? 0, this.#map.at(this.#last)?.turn ?? 0]
  }

  /** Updates a slice; returns how many messages are new in it. */
  onSlice(key: SliceKey, html: string, n: number): number {
    this.#requests.onSlice(key, html, n)
    const wasEnd = this.hasEnd
    const wasNewest = this.#map.indexOf(key) >= this.#map.length
    const [slice] = parseFragment(html).children
    const old = this.#find(key)
    if (!slice) {
      keepScrollPosition(() => {
        old?.remove()
        this.#map.remove(key)
        this.#fitGaps()
      })
      return 0
    }
    this.#map.put(key, Number(slice.getAttribute('data-items')))
    const count = messagesIn(slice)
    if (!old && !this.#isInside(key, wasEnd)) {
      this.#fitGaps()
      return wasNewest ? count : 0
    }
    const had = old ? messagesIn(old) : 0
    keepScrollPosition(() => {
      if (old) morph(old, slice)
      else this.#insert(slice, key)
      this.#parts.shown.querySelector(':scope > .empty')?.remove()
      this.#parts.onAdded(this.#find(key) ?? slice)
    })
    return Math.max(0, count - had)
  }

  /** Loads slices again after a reset, and leaves equal parts untouched. */
  async renew(query: string, turns: Promise<readonly (readonly number[])[]>): Promise<void> {
    const [answer, map] = await Promise.all([this.#requests.fetch(query), turns])
    this.#replaced += 1
    this.#map = new SliceMap(map, this.#map)
    keepScrollPosition(() => {
      morphChildren(this.#parts.shown, newest(answer))
      for (const slice of this.#slices) this.#note(slice)
      this.#fitGaps()
      this.#parts.onAdded(this.#parts.shown)
    })
  }

  /** Replaces the loaded slices. */
  async show(query: string): Promise<void> {
    this.#asked += 1
    const own = this.#asked
    const fragment = newest(await this.#requests.fetch(query))
    if (own !== this.#asked) return
    this.#replaced += 1
    this.#measure()
    rememberOpen(fragment)
    this.#parts.shown.replaceChildren(...fragment.children)
    for (const slice of this.#slices) this.#note(slice)
    this.#fitGaps()
    this.#parts.onAdded(this.#parts.shown)
  }

  /** Loads the slices that are close to the screen. */
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
    return [...this.#parts.shown.children].filter((child) => child.classList.contains('slice'))
  }

  get #first(): number {
    const [slice] = this.#slices
    return slice ? this.#map.indexOf(keyOf(slice)) : 0
  }

  get #last(): number {
    const slice = this.#slices.at(-1)
    return slice ? this.#map.indexOf(keyOf(slice)) : -1
  }

  #find(key: SliceKey): Element | undefined {
    const found = document.getElementById(`slice-${key.turn}-${key.slice}`)
    return found && this.#parts.shown.contains(found) ? found : undefined
  }

  /** Whether a slice is between loaded slices, or continues the newest. */
  #isInside(key: SliceKey, wasEnd: boolean): boolean {
    const slices = this.#slices
    const [first, last] = [slices[0], slices.at(-1)]
    if (!first || !last) return true
    if (compareSlices(key, keyOf(last)) > 0) return wasEnd
    return compareSlices(key, keyOf(first)) > 0 || this.#map.indexOf(key) === 0
  }

  #insert(slice: Element, key: SliceKey): void {
    rememberOpen(slice)
    const next = this.#slices.find((other) => compareSlices(keyOf(other), key) > 0)
    this.#parts.shown.insertBefore(slice, next ?? null)
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

  /** Adds neighbouring slices, and removes those far away. */
  async #extend(query: string): Promise<void> {
    const replaced = this.#replaced
    const fragment = newest(await this.#requests.fetch(query))
    if (replaced !== this.#replaced) return
    const slices = [...fragment.children].filter((slice) => !this.#find(keyOf(slice)))
    keepScrollPosition(() => {
      for (const slice of slices) {
        this.#insert(slice, keyOf(slice))
        this.#note(slice)
        this.#parts.onAdded(slice)
      }
      this.#measure()
      // All are checked before the first is removed, because that moves the others.
      for (const slice of this.#slices.filter(isFar)) slice.remove()
      this.#fitGaps()
    })
  }

  #note(slice: Element): void {
    this.#map.put(keyOf(slice), Number(slice.getAttribute('data-items')))
  }

  #measure(): void {
    for (const slice of this.#slices) this.#map.measure(keyOf(slice), slice.getBoundingClientRect().height)
    this.#map.learn()
  }

  #fitGaps(): void {
    const {before, after} = this.#parts
    before.style.height = `${Math.round(this.#map.heightOf(0, this.#first))}px`
    after.style.height = `${Math.round(this.#map.heightOf(this.#last + 1, this.#map.length))}px`
  }
}

/** The slices of a response, replaced by newer ones from events. */
function newest({html, newer}: FetchedSlices): DocumentFragment {
  const fragment = parseFragment(html)
  for (const slice of [...fragment.children]) {
    const html = newer(keyOf(slice))
    if (html !== undefined) slice.replaceWith(parseFragment(html))
  }
  return fragment
}

const keyOf = (slice: Element): SliceKey => ({
  turn: Number(slice.getAttribute('data-turn')),
  slice: Number(slice.getAttribute('data-slice')),
})

function isFar(slice: Element): boolean {
  const {top, bottom} = slice.getBoundingClientRect()
  return bottom < -far || top > innerHeight + far
}

const messagesIn = (slice: Element): number => slice.querySelectorAll('.message[id]').length
