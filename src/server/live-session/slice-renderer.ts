import type {Slice, Turn} from '../../conversation/index.ts'
import {Anchors} from '../../describe/page/anchors.ts'
import {describeTurn} from '../../describe/page/describe-turn.ts'
import type {
  Depth,
  EntryCounts,
  MediaSource,
  OutlineTurn,
  PageEntry,
  PageTurn,
  SessionPage,
  TurnCost,
} from '../../page/index.ts'
import {countByGroup, entryGroups, joinOutlineParts, mapEntryText} from '../../page/index.ts'
import {cutValue} from '../../page/text/cut-text.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {assignAgentHues} from '../../render/html/session/session-context.ts'
import {htmlCache} from './html-cache.ts'
import type {SliceName} from './live-session.ts'
import {renderSlice} from './render-slice.ts'
import {viewerHtmlOptions} from './session-document.ts'
import type {SessionFold} from './session-fold.ts'
import {type SliceSummary, summarizeSlice} from './slice-summary.ts'

/** The size of the HTML cache, in characters. */
const maxCached = 64 * 1024 * 1024

/** How slices are rendered. */
export interface SliceRendererOptions {
  readonly zone: string
  readonly depth: Depth
  readonly overrides?: PriceOverrides | undefined
  /** Set if only the end of the session was read: the number of turns in the whole session. */
  readonly cut?: {readonly turns: number} | undefined
  readonly imageUrl: (source: MediaSource) => string | undefined
  /** The session around a slice; its totals may be a moment old. */
  readonly around: () => SessionPage
}

/** Describes and renders slices, and caches the results until a slice changes. */
export class SliceRenderer {
  readonly #fold: SessionFold
  readonly #options: SliceRendererOptions
  readonly #cache = htmlCache<Slice>(maxCached)
  readonly #summaries = new Map<Slice, SliceSummary>()
  #hues = {session: '', known: 0, of: assignAgentHues()}
  readonly #turns = new Map<number, PageTurn>()
  /** The slices that contain running calls. */
  readonly #busy = new Set<Slice>()
  /** The number of turns before the first one that was read. */
  #turnsBefore = 0
  readonly anchors = new Anchors()
  readonly html: HtmlOptions

  constructor(fold: SessionFold, options: SliceRendererOptions) {
    this.#fold = fold
    this.#options = options
    this.html = viewerHtmlOptions(options.zone, options.imageUrl)
  }

  /** Numbers the turns so that the last one has the number it has in the whole session. */
  numberTurns(): void {
    const {cut} = this.#options
    if (cut) this.#turnsBefore = Math.max(0, cut.turns - (this.#fold.session?.turns.length ?? 0))
  }

  /** The first turn of a cut session is incomplete; it is hidden unless it is the only one. */
  isHidden(turn: number): boolean {
    return this.#options.cut !== undefined && turn === 0 && (this.#fold.slices?.turns().length ?? 0) > 1
  }

  /** The visible slices, in order. */
  visible(): readonly Slice[] {
    return [...(this.#fold.slices?.all() ?? [])].filter(({turn}) => !this.isHidden(turn))
  }

  nameOf({turn, number}: Pick<Slice, 'turn' | 'number'>): SliceName {
    return {turn: turn + 1 + this.#turnsBefore, slice: number}
  }

  /** Drops the cached results of a slice. */
  drop(slice: Slice): void {
    this.#cache.drop(slice)
    this.#summaries.delete(slice)
    this.#busy.delete(slice)
    this.#turns.delete(slice.turn)
  }

  htmlOf(slice: Slice): string {
    const known = this.#cache.get(slice)
    if (known !== undefined) return known
    const described = this.#describe(slice)
    if (!described) return ''
    // The heading of a turn shows the usage of all its slices.
    if (slice.number === 0) for (const other of this.#slicesOf(slice.turn)) this.summaryOf(other)
    const {markup} = renderSlice(
      this.nameOf(slice),
      slice.items.length,
      this.#turnWith(slice, described.entries.map(shortenEntry)),
      {...this.#options.around(), agents: described.summary.agents},
      this.html,
      this.hueOf(),
    )
    this.#cache.set(slice, markup)
    return markup
  }

  /** The entries of a slice with their content, described again. */
  entriesOf(slice: Slice): readonly PageEntry[] {
    return this.#describe(slice)?.entries ?? []
  }

  summaryOf(slice: Slice): SliceSummary | undefined {
    return this.#summaries.get(slice) ?? this.#describe(slice)?.summary
  }

  /** The summary of a slice if it was already described. */
  knownSummaryOf(slice: Slice): SliceSummary | undefined {
    return this.#summaries.get(slice)
  }

  /** The number of entries of each group in the slices described so far. */
  counts(): EntryCounts {
    const sum = {...countByGroup([])}
    for (const slice of this.visible()) {
      const counts = this.#summaries.get(slice)?.counts
      if (counts) for (const group of entryGroups) sum[group] += counts[group]
    }
    return sum
  }

  /** The number of running calls in the slices described so far, and the first `max` of them. */
  running(max: number): {readonly count: number; readonly first: readonly PageEntry[]} {
    const first: PageEntry[] = []
    let count = 0
    const {slices} = this.#fold
    // Calls of a session that the stream has left are not running.
    const busy = [...this.#busy]
      .filter((slice) => slices?.of(slice.turn)[slice.number] === slice)
      .sort((a, b) => a.turn - b.turn || a.number - b.number)
    for (const slice of busy) {
      const running = this.#summaries.get(slice)?.running ?? []
      count += running.length
      if (first.length < max) first.push(...running.slice(0, max - first.length))
    }
    return {count, first}
  }

  /** A turn without content, from the slices described so far; undefined if it has no entries. */
  turnOf(turn: number): PageTurn | undefined {
    const known = this.#turns.get(turn)
    if (known) return known
    const entries = this.#summariesOf(turn).flatMap((summary) => summary.entries)
    if (entries.length === 0) return undefined
    const made = this.#turnWith({turn, number: 0}, entries)
    this.#turns.set(turn, made)
    return made
  }

  /** A turn of the outline, from the slices described so far; undefined if it has no entries. */
  outlineOf(turn: number): OutlineTurn | undefined {
    const summaries = this.#summariesOf(turn)
    const edges = summaries.flatMap((summary) => summary.edges)
    if (edges.length === 0) return undefined
    const {turn: number} = this.nameOf({turn, number: 0})
    const described = describeTurn(this.#stateOf(turn), {number, slice: 0}, [], edges)
    return joinOutlineParts(
      described,
      summaries.map(({outline}) => outline),
    )
  }

  #turnWith({turn, number}: Pick<Slice, 'turn' | 'number'>, entries: readonly PageEntry[]): PageTurn {
    const name = this.nameOf({turn, number})
    const summaries = this.#summariesOf(turn)
    const used = summaries.map(({usage}) => usage)
    const described = describeTurn(this.#stateOf(turn), {number: name.turn, slice: number}, used, entries)
    return number === 0 ? {...described, cost: sumCost(summaries)} : described
  }

  #stateOf(turn: number): Turn | undefined {
    // The conversation keeps everything, so a turn is at its index.
    return this.#fold.session?.turns[turn]
  }

  #slicesOf(turn: number): readonly Slice[] {
    return this.#fold.slices?.of(turn) ?? []
  }

  #summariesOf(turn: number): readonly SliceSummary[] {
    return this.#slicesOf(turn).flatMap((slice) => this.#summaries.get(slice) ?? [])
  }

  /** Agents get their hues in the order they started, so that slices and panel agree whichever is rendered first. */
  hueOf(): (key: string) => number {
    const {id = '', agents = []} = this.#fold.session ?? {}
    if (this.#hues.session !== id) this.#hues = {session: id, known: 0, of: assignAgentHues()}
    const hues = this.#hues
    for (const {key} of agents.slice(hues.known)) hues.of(key)
    hues.known = agents.length
    return hues.of
  }

  #describe(slice: Slice): ReturnType<typeof summarizeSlice> | undefined {
    const {session, branchOf, conversation} = this.#fold
    if (!session) return undefined
    const view = {conversation, session, anchors: this.anchors, branchOf}
    const described = summarizeSlice(view, slice, this.#options.depth, this.#options.overrides)
    this.#summaries.set(slice, described.summary)
    this.#turns.delete(slice.turn)
    if (described.summary.running.length > 0) this.#busy.add(slice)
    else this.#busy.delete(slice)
    return described
  }
}

/** Longer texts would only fill the browser's memory. The raw record and exports have them in full. */
const limits = {lines: Number.POSITIVE_INFINITY, characters: 500_000}

/** Cuts the texts of an entry, and of those below it, that are too long for a page. */
const shortenEntry = (entry: PageEntry): PageEntry => ({
  ...entry,
  ...mapEntryText(entry, (text) => (text.length > limits.characters ? cutValue(text, limits) : text)),
  below: entry.below.map(shortenEntry),
})

function sumCost(summaries: readonly SliceSummary[]): TurnCost | undefined {
  let [nano, isComplete] = [0, true]
  for (const {cost} of summaries) {
    if (!cost) return undefined
    nano += cost.nano
    isComplete &&= cost.isComplete
  }
  return nano === 0 ? undefined : {usd: nano / 1e9, isComplete}
}
