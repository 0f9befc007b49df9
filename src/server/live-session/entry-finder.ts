import type {Agent, Item, Slice} from '../../conversation/index.ts'
import {maxAgentDepth, type PageEntry, walkEntries} from '../../page/index.ts'
import type {RecordPlace} from './record-places.ts'
import type {SessionFold} from './session-fold.ts'
import type {SliceRenderer} from './slice-renderer.ts'

/** Entries of one slice, by their anchors. */
export interface FoundEntries {
  readonly slice: Slice
  readonly anchors: readonly [string, ...string[]]
}

/** An item in its thread. */
interface ThreadPlace {
  readonly thread: readonly Item[]
  readonly slice: Slice
  readonly agent: Agent | undefined
}

/** Finds the entries that show records. What has no entry at the depth of the page is found by the entry next to it. */
export class EntryFinder {
  readonly #fold: SessionFold
  readonly #slices: SliceRenderer

  constructor(fold: SessionFold, slices: SliceRenderer) {
    this.#fold = fold
    this.#slices = slices
  }

  /** The entries that show a record. */
  find({items, agent}: RecordPlace): FoundEntries | undefined {
    if (agent !== undefined) return this.#findAgent(agent)
    const [first, ...others] = items.flatMap((key) => this.#findItem(key) ?? [])
    if (!first) return undefined
    const anchors = others.flatMap((found) => (found.slice === first.slice ? found.anchors : []))
    return {slice: first.slice, anchors: [first.anchors[0], ...anchors]}
  }

  /** The entry with an anchor, or the turn with one. */
  findAnchor(name: string): FoundEntries | undefined {
    const bare = name.startsWith('turn-') ? name.slice('turn-'.length) : name
    for (const slice of this.#slices.visible())
      for (const {anchor} of this.#entriesOf(slice))
        if (anchor === name || anchor === bare) return {slice, anchors: [name]}
    return undefined
  }

  #findItem(key: number): FoundEntries | undefined {
    const place = this.#placeOf(key)
    if (!place) return undefined
    const {thread, slice, agent} = place
    if (this.#slices.isHidden(slice.turn)) return undefined
    const shown = this.#shownIn(slice)
    const at = thread.findIndex((item) => item.key === key)
    const near = [thread[at], ...thread.slice(0, Math.max(0, at)).reverse(), ...thread.slice(at + 1)]
    for (const item of near) {
      const entry = item && shown.get(this.#slices.anchors.ofItem(item))
      if (entry) return this.#follow(slice, entry)
    }
    return (agent && this.#findAgent(agent.key)) ?? this.#nearestTo(slice)
  }

  /** An agent's prompt and report are shown at its call; an agent without an entry is found by the one that started it. */
  #findAgent(key: string): FoundEntries | undefined {
    const {session, slices} = this.#fold
    let agent = session?.agentsByKey.get(key)
    for (let level = 0; agent && level < maxAgentDepth; level += 1) {
      const slice = slices?.ofAgent(agent.key)
      if (!slice || this.#slices.isHidden(slice.turn)) return undefined
      const shown = this.#shownIn(slice)
      const names: readonly string[] = [
        ...(agent.callId === undefined ? [] : [this.#slices.anchors.ofCall(agent.callId)]),
        this.#slices.anchors.ofAgent(agent.id ?? agent.key),
      ]
      const anchor = names.find((name) => shown.has(name))
      if (anchor !== undefined) return {slice, anchors: [anchor]}
      const above = agent.parent === undefined ? undefined : session?.agentsByKey.get(agent.parent)
      if (!above) return this.#nearestTo(slice)
      agent = above
    }
    return undefined
  }

  /** An entry that only refers to another is found there. */
  #follow(slice: Slice, {anchor, refersTo}: PageEntry): FoundEntries {
    const own: FoundEntries = {slice, anchors: [anchor]}
    if (refersTo === undefined) return own
    if (this.#shownIn(slice).has(refersTo)) return {slice, anchors: [refersTo]}
    return this.findAnchor(refersTo) ?? own
  }

  #placeOf(key: number): ThreadPlace | undefined {
    const {session, slices} = this.#fold
    const slice = slices?.ofItem(key)
    if (slice) return {thread: slice.items, slice, agent: undefined}
    const agent = session?.agents.find(({items}) => items.some((item) => item.key === key))
    const home = agent && slices?.ofAgent(agent.key)
    return home && {thread: agent.items, slice: home, agent}
  }

  /** The last entry before a slice without entries, else the first after it. */
  #nearestTo(slice: Slice): FoundEntries | undefined {
    const all = this.#slices.visible()
    const at = all.indexOf(slice)
    for (const near of [...all.slice(0, at + 1).reverse(), ...all.slice(at + 1)]) {
      const entries = [...this.#entriesOf(near)]
      const entry = all.indexOf(near) <= at ? entries.at(-1) : entries[0]
      if (entry) return {slice: near, anchors: [entry.anchor]}
    }
    return undefined
  }

  #shownIn(slice: Slice): ReadonlyMap<string, PageEntry> {
    return new Map([...this.#entriesOf(slice)].map((entry) => [entry.anchor, entry]))
  }

  #entriesOf(slice: Slice): Iterable<PageEntry> {
    return walkEntries(this.#slices.summaryOf(slice)?.entries ?? [])
  }
}
