import type {Slice, Turn} from '../../conversation/index.ts'
import {Anchors} from '../../describe/page/anchors.ts'
import {describeTurn} from '../../describe/page/describe-turn.ts'
import type {
  Depth,
  MediaSource,
  OutlineTurn,
  PageEntry,
  PageTurn,
  SessionPage,
  TurnCost,
} from '../../page/index.ts'
import {joinOutlineParts} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {assignAgentHues} from '../../render/html/session/session-context.ts'
import {HtmlCache} from './html-cache.ts'
import type {SliceName} from './live-session.ts'
import {renderSlice} from './render-slice.ts'
import type {SessionFold} from './session-fold.ts'
import {shortenEntry} from './shorten-entry.ts'
import type {SliceSummary} from './slice-summary.ts'
import {summarizeSlice} from './slice-summary.ts'
import {viewerHtmlOptions} from './viewer-html-options.ts'

/** So many characters of HTML are kept. */
const maxKept = 64 * 1024 * 1024

/** How slices are rendered. */
export interface SliceRendererOptions {
  readonly zone: string
  readonly depth: Depth
  readonly overrides: PriceOverrides | undefined
  readonly imageUrl: (source: MediaSource) => string | undefined
  /** How many turns come before the first that is here. */
  readonly before: () => number
  /** What the session is like around a slice; its sums may be a moment old. */
  readonly around: () => SessionPage
}

/** Describes and renders slices, and keeps what it made until a slice changes. */
export class SliceRenderer {
  readonly #fold: SessionFold
  readonly #options: SliceRendererOptions
  readonly #cache = new HtmlCache<Slice>(maxKept)
  readonly #summaries = new Map<Slice, SliceSummary>()
  #hues = {session: '', known: 0, of: assignAgentHues()}
  readonly #turns = new Map<number, PageTurn>()
  readonly #busy = new Set<Slice>()
  readonly anchors = new Anchors()
  readonly html: HtmlOptions

  constructor(fold: SessionFold, options: SliceRendererOptions) {
    this.#fold = fold
    this.#options = options
    this.html = viewerHtmlOptions(options.zone, options.imageUrl)
  }

  nameOf({turn, number}: Pick<Slice, 'turn' | 'number'>): SliceName {
    return {turn: turn + 1 + this.#options.before(), piece: number}
  }

  /** Forgets what was made of a slice. */
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
    // What a turn used is in its heading, and is known when all of it was described.
    if (slice.number === 0) for (const other of this.#slicesOf(slice.turn)) this.summaryOf(other)
    const entries = described.entries.map(shortenEntry)
    const turn = this.#turnWith(slice, entries)
    const around = {...this.#options.around(), agents: described.summary.agents}
    const {markup: html} = renderSlice(
      this.nameOf(slice),
      slice.items.length,
      turn,
      around,
      this.html,
      this.hueOf(),
    )
    this.#cache.set(slice, html)
    return html
  }

  /** What is in a slice, described again. */
  entriesOf(slice: Slice): readonly PageEntry[] {
    return this.#describe(slice)?.entries ?? []
  }

  summaryOf(slice: Slice): SliceSummary | undefined {
    return this.#summaries.get(slice) ?? this.#describe(slice)?.summary
  }

  /** What was remembered of a slice; nothing if it was not described yet. */
  knownSummaryOf(slice: Slice): SliceSummary | undefined {
    return this.#summaries.get(slice)
  }

  /**
   * How much is running in the slices that were described, and the first of it, in their order. Nothing runs in a session
   * that the stream has left.
   */
  running(max: number): {readonly count: number; readonly first: readonly PageEntry[]} {
    const first: PageEntry[] = []
    let count = 0
    const {slices} = this.#fold
    const busy = [...this.#busy]
      .filter((slice) => slices?.of(slice.turn)[slice.number] === slice)
      .sort((a, b) => a.turn - b.turn || a.number - b.number)
    for (const slice of busy) {
      const {running} = this.#summaries.get(slice) ?? {running: []}
      count += running.length
      if (first.length < max) first.push(...running.slice(0, max - first.length))
    }
    return {count, first}
  }

  /** A turn without what is in it, as far as its slices were described; nothing if it has nothing to show. */
  turnOf(turn: number): PageTurn | undefined {
    const known = this.#turns.get(turn)
    if (known) return known
    const entries = this.#slicesOf(turn).flatMap((slice) => this.#summaries.get(slice)?.entries ?? [])
    if (entries.length === 0) return undefined
    const made = this.#turnWith({turn, number: 0}, entries)
    this.#turns.set(turn, made)
    return made
  }

  /** A turn of the outline, as far as its slices were described; nothing if it has nothing to show. */
  outlineOf(turn: number): OutlineTurn | undefined {
    const known = this.#slicesOf(turn).flatMap((slice) => this.#summaries.get(slice) ?? [])
    const edges = known.flatMap((summary) => summary.edges)
    if (edges.length === 0) return undefined
    const {turn: number} = this.nameOf({turn, number: 0})
    const described = describeTurn(this.#stateOf(turn), {number, slice: 0}, [], edges)
    return joinOutlineParts(
      described,
      known.map(({outline}) => outline),
    )
  }

  #turnWith({turn, number}: Pick<Slice, 'turn' | 'number'>, entries: readonly PageEntry[]): PageTurn {
    const name = this.nameOf({turn, number})
    const summaries = this.#slicesOf(turn).flatMap((slice) => this.#summaries.get(slice) ?? [])
    const used = summaries.map(({usage}) => usage)
    const described = describeTurn(this.#stateOf(turn), {number: name.turn, slice: number}, used, entries)
    return number === 0 ? {...described, cost: sumCost(summaries)} : described
  }

  #stateOf(turn: number): Turn | undefined {
    // Nothing is forgotten here, so that a turn is at its index.
    return this.#fold.session?.turns[turn]
  }

  #slicesOf(turn: number): readonly Slice[] {
    return this.#fold.slices?.of(turn) ?? []
  }

  /** Agents have their hues in the order they came, so that a slice and the panel agree, whatever is rendered first. */
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

function sumCost(summaries: readonly SliceSummary[]): TurnCost | undefined {
  let [nano, isWhole] = [0, true]
  for (const {cost} of summaries) {
    if (!cost) return undefined
    nano += cost.nano
    isWhole &&= cost.isWhole
  }
  return nano === 0 ? undefined : {usd: nano / 1e9, isComplete: isWhole}
}
