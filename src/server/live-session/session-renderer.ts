import type {Slice, SourceInfo} from '../../conversation/index.ts'
import {describePage} from '../../describe/index.ts'
import type {Instant, Line, Position} from '../../model/index.ts'
import type {Depth, EntryCounts, PageEntry, SessionPage} from '../../page/index.ts'
import {countByGroup, entryGroups, walkEntries} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {describeLastStep, findSlice} from './find-slice.ts'
import {HeadRenderer} from './head-renderer.ts'
import {LatestEvents} from './latest-events.ts'
import type {LiveEvent, SessionImage, SliceName, TurnMap} from './live-session.ts'
import type {Packer} from './packed-map.ts'
import {maxRunning, renderRunningList} from './render-running-list.ts'
import {trackRunningSince} from './running-since.ts'
import {SessionFold} from './session-fold.ts'
import {SessionImages} from './session-images.ts'
import {SliceRenderer} from './slice-renderer.ts'

/** What a core must know besides the lines. */
export interface SessionRendererOptions {
  /** The session that is looked at; nothing where it is whatever comes. */
  readonly session: string | undefined
  /** The address of the session's page. */
  readonly address: string
  readonly zone: string
  readonly depth: Depth
  /** A short name for a text, which no other text has. */
  readonly hashOf: (text: string) => string
  /** Packs what was not looked at for long. */
  readonly packer?: Packer | undefined
  readonly overrides?: PriceOverrides | undefined
  /** By how much the clock of those who look is ahead of the session's, where it is played again. */
  readonly ahead?: (() => number) | undefined
  /** The beginning is missing, so that the first turn that is here is not whole; so many are there in all. */
  readonly cut?: {readonly turns: number} | undefined
}

/** Says that the time is up, so that others get their turn. */
export type IsTimeUp = () => boolean

/**
 * One session as it is folded, told and drawn, slice by slice: only what a change touched is described and rendered again. It
 * reads nothing and knows no time by itself; whoever feeds it also says when to tell what is new.
 */
export class SessionRenderer {
  readonly #cut: SessionRendererOptions['cut']
  readonly #fold: SessionFold
  readonly #renderer: SliceRenderer
  readonly #images: SessionImages
  readonly #events = new LatestEvents()
  readonly #overrides: PriceOverrides | undefined
  readonly #since: ReturnType<typeof trackRunningSince>
  /** What stands around the slices. */
  readonly head: HeadRenderer
  /** How many turns come before the first that is here. */
  #before = 0
  #running = ''
  /** Pieces that were not looked at yet, the newest last. */
  #unseen: Slice[] = []

  constructor({
    session,
    address,
    zone,
    depth,
    hashOf,
    packer,
    overrides,
    ahead,
    cut,
  }: SessionRendererOptions) {
    this.#cut = cut
    this.#since = trackRunningSince(ahead ?? (() => 0))
    this.#overrides = overrides
    this.#images = new SessionImages(`${address}/image`, hashOf)
    this.#fold = new SessionFold(session, packer)
    this.#renderer = new SliceRenderer(this.#fold, {
      zone,
      depth,
      overrides,
      before: () => this.#before,
      imageUrl: (source) => this.#images.urlOf(source),
      around: () => this.head.lastPage(),
    })
    this.head = new HeadRenderer({
      fold: this.#fold,
      renderer: this.#renderer,
      events: this.#events,
      overrides,
      isCut: cut !== undefined,
      isHidden: (turn) => this.#isHidden(turn),
      counts: () => this.counts(),
    })
  }

  /** The number of the newest event. */
  get n(): number {
    return this.#events.n
  }

  /** The session that is shown, as soon as there is one. */
  get sessionId(): string | undefined {
    return this.#fold.session?.id
  }

  begin(source: string, info: SourceInfo): void {
    this.#fold.begin(source, info)
  }

  fold(line: Line, arrivedAt?: Instant): void {
    this.#fold.fold(line, arrivedAt)
  }

  end(source: string): void {
    this.#fold.end(source)
  }

  pass(now: Instant): void {
    this.#fold.pass(now)
  }

  /** Something is to be told. */
  get hasChanges(): boolean {
    return this.#fold.slices?.hasChanged ?? false
  }

  /** Tells each slice that was touched, what runs, and the outline; not the head, which takes longer. */
  flush(isUp: IsTimeUp): readonly LiveEvent[] {
    const {slices} = this.#fold
    if (!slices) return []
    if (!this.#cut) this.#fold.findBranches()
    const events: LiveEvent[] = []
    const turns = new Set<number>()
    const touched = slices.takeChanged()
    let done = 0
    for (const slice of touched) this.#renderer.drop(slice)
    for (const slice of touched) {
      if (done > 0 && isUp()) break
      done += 1
      const html = this.#renderer.htmlOf(slice)
      turns.add(slice.turn)
      if (!this.#isHidden(slice.turn)) events.push(this.#publishSlice(slice, html))
    }
    for (const slice of touched.slice(done)) slices.touch(slice)
    return [...events, ...[...turns].flatMap((turn) => this.head.flushOutline(turn)), ...this.flushRunning()]
  }

  /** Tells what runs, where that changed, in the slices that were looked at. */
  flushRunning(): readonly LiveEvent[] {
    const {count, first} = this.#renderer.running(maxRunning)
    const {markup: html} = renderRunningList(first, count, this.#since(first))
    if (html === this.#running) return []
    this.#running = html
    return [this.#events.add({type: 'running', html, count})]
  }

  /** What was told since an event, each thing once, as it is now. */
  since(after: number): readonly LiveEvent[] {
    return this.#events.since(after)
  }

  /** Takes all for told that is there: whoever comes from now on gets it with the page. */
  markAllSent(): void {
    if (this.#cut) this.#before = Math.max(0, this.#cut.turns - (this.#fold.session?.turns.length ?? 0))
    if (!this.#cut) this.#fold.findBranches()
    for (const slice of this.#fold.slices?.takeChanged() ?? []) this.#renderer.drop(slice)
    this.#unseen = [...(this.#fold.slices?.all() ?? [])]
  }

  /** Looks through slices that nobody has told yet, for the outline and the head; says whether it has seen all. */
  summarizeUnseen(isUp: IsTimeUp): boolean {
    for (let slice = this.#unseen.pop(); slice; slice = this.#unseen.pop()) {
      this.#renderer.summaryOf(slice)
      if (isUp()) return false
    }
    this.head.noteSummarized()
    return true
  }

  /** The slices that are shown, in their order. */
  slices(): readonly Slice[] {
    return [...(this.#fold.slices?.all() ?? [])].filter(({turn}) => !this.#isHidden(turn))
  }

  nameOf(slice: Slice): SliceName {
    return this.#renderer.nameOf(slice)
  }

  htmlOf(slice: Slice): string {
    return this.#renderer.htmlOf(slice)
  }

  map(): readonly TurnMap[] {
    const turns = new Map<number, number[]>()
    for (const slice of this.slices()) {
      const {turn} = this.nameOf(slice)
      const items = turns.get(turn)
      if (items) items.push(slice.items.length)
      else turns.set(turn, [slice.items.length])
    }
    return [...turns].map(([turn, items]) => [turn, ...items])
  }

  /** How many entries of each group there are, as far as they were looked at. */
  counts(): EntryCounts {
    const sum = countByGroup([])
    return this.slices().reduce((all, slice) => {
      const summary = this.#renderer.knownSummaryOf(slice)
      return summary ? addCounts(all, summary.counts) : all
    }, sum)
  }

  /** Everything was looked at, so that the head is worth being told. */
  get hasSummarizedAll(): boolean {
    return this.#unseen.length === 0
  }

  get running(): string {
    return this.#running
  }

  /** What goes on, in a few words. */
  step(): string | undefined {
    return describeLastStep(this.slices(), (slice) => this.#renderer.summaryOf(slice))
  }

  /** The slice in which an anchor, or something of a record, stands. */
  find(name: string): Slice | undefined {
    const item = this.#renderer.anchors.itemOf(name)
    const known = item && this.#fold.slices?.ofItem(item.key)
    return known ?? findSlice(this.slices(), name, (slice) => this.#renderer.summaryOf(slice))
  }

  /** Something that is shown, by its name. */
  entryOf(anchor: string): PageEntry | undefined {
    const slice = this.find(anchor)
    for (const entry of walkEntries((slice && this.#renderer.entriesOf(slice)) ?? []))
      if (entry.anchor === anchor) return entry
    return undefined
  }

  /** Where the record of something stands, and the record that answered it. */
  positionsOf(anchor: string): readonly Position[] {
    const item = this.#renderer.anchors.itemOf(anchor)
    if (!item) return []
    const answer = item.kind === 'tool' ? this.#fold.resultPosition(item.callId) : undefined
    return answer ? [item.at, answer] : [item.at]
  }

  image(name: string): SessionImage | undefined {
    return this.#images.get(name)
  }

  /** The whole session as a page, for those who write files of it. */
  describeWholePage(depth: Depth): SessionPage | undefined {
    const id = this.sessionId
    const options = {depth, thinking: true}
    const {sessions} = describePage(this.#fold.conversation, options, this.#overrides)
    const page = sessions.find((session) => session.sessionId === id)
    if (page?.cost?.from === 'reported') return page
    return page && {...page, cost: this.head.archivedCost ?? page.cost}
  }

  #publishSlice(slice: Slice, html: string): LiveEvent {
    const name = {type: 'turn', ...this.#renderer.nameOf(slice)} as const
    return this.#events.add({...name, html}, () => ({...name, html: this.#renderer.htmlOf(slice)}))
  }

  /** What is cut off in its middle is not shown where there is anything else. */
  #isHidden(turn: number): boolean {
    return this.#cut !== undefined && turn === 0 && (this.#fold.slices?.turns().length ?? 0) > 1
  }
}

const addCounts = (a: EntryCounts, b: EntryCounts): EntryCounts => {
  const sum = {...a}
  for (const group of entryGroups) sum[group] += b[group]
  return sum
}
