import type {Slice} from '../../conversation/index.ts'
import {describePage} from '../../describe/index.ts'
import type {Instant, Position} from '../../model/index.ts'
import {addToList} from '../../model/maps.ts'
import {
  type Depth,
  firstLine,
  type PageEntry,
  plainFirstLine,
  type SessionPage,
  walkEntries,
} from '../../page/index.ts'
import {entryClasses} from '../../render/html/entry/entry-classes.ts'
import {entryLineHtml} from '../../render/html/entry/entry-line.ts'
import {html, noHtml} from '../../render/html/html.ts'
import {safeHtmlId} from '../../render/html/session/session-context.ts'
import {EntryFinder, type FoundEntries} from './entry-finder.ts'
import {HeadRenderer} from './head-renderer.ts'
import {LatestEvents} from './latest-events.ts'
import type {LiveEvent, TurnMap} from './live-session.ts'
import type {Packer} from './packed-map.ts'
import {sessionImages} from './session-document.ts'
import {SessionFold} from './session-fold.ts'
import {SliceRenderer, type SliceRendererOptions} from './slice-renderer.ts'

/** What a session is rendered with. */
export interface SessionRendererOptions extends Omit<SliceRendererOptions, 'imageUrl' | 'around'> {
  /** The session to show; without one, the session that started last. */
  readonly session: string | undefined
  /** The URL of the session's page. */
  readonly address: string
  /** A short hash of a text. */
  readonly hashOf: (text: string) => string
  /** Packs content that was not used for a while. */
  readonly packer?: Packer | undefined
  /** In a replay: how far the viewer's clock is ahead of the session's. */
  readonly ahead?: (() => number) | undefined
}

/** Returns true when work should pause so that the event loop can run. */
export type IsTimeUp = () => boolean

/**
 * Folds a session and renders it slice by slice: a change describes and renders only the slices it touches. It reads no
 * files and no clock; its owner adds lines and decides when to flush.
 */
export class SessionRenderer {
  readonly #options: SessionRendererOptions
  readonly fold: SessionFold
  readonly slices: SliceRenderer
  readonly images: ReturnType<typeof sessionImages>
  readonly events = new LatestEvents()
  readonly head: HeadRenderer
  readonly #finder: EntryFinder
  readonly #renderRunning: ReturnType<typeof runningList>
  /** The HTML of the running calls. */
  running = ''
  /** Slices that were not summarized yet, the newest last. */
  #unseen: Slice[] = []

  constructor(options: SessionRendererOptions) {
    this.#options = options
    this.#renderRunning = runningList(options.ahead ?? (() => 0))
    this.images = sessionImages(`${options.address}/image`, options.hashOf)
    this.fold = new SessionFold(options.session, options.packer)
    this.slices = new SliceRenderer(this.fold, {
      ...options,
      imageUrl: this.images.urlOf,
      around: () => this.head.lastPage(),
    })
    this.#finder = new EntryFinder(this.fold, this.slices)
    this.head = new HeadRenderer({
      fold: this.fold,
      slices: this.slices,
      events: this.events,
      overrides: options.overrides,
      isCut: options.cut !== undefined,
      isComplete: () => this.isComplete,
    })
  }

  /** There are changes to send. */
  get hasChanges(): boolean {
    return this.fold.slices?.hasChanged ?? false
  }

  /** Renders the changed slices, their turns in the outline and the running calls; not the head, which takes longer. */
  flush(isTimeUp: IsTimeUp): readonly LiveEvent[] {
    const {slices} = this.fold
    if (!slices) return []
    if (!this.#options.cut) this.fold.findBranches()
    const events: LiveEvent[] = []
    const turns = new Set<number>()
    const changed = slices.takeChanged()
    let done = 0
    for (const slice of changed) this.slices.drop(slice)
    for (const slice of changed) {
      if (done > 0 && isTimeUp()) break
      done += 1
      const html = this.slices.htmlOf(slice)
      turns.add(slice.turn)
      if (!this.slices.isHidden(slice.turn)) events.push(this.#addSliceEvent(slice, html))
    }
    for (const slice of changed.slice(done)) slices.touch(slice)
    return [...events, ...[...turns].flatMap((turn) => this.head.flushOutline(turn)), ...this.flushRunning()]
  }

  /** Renders the running calls; returns an event if they changed. */
  flushRunning(): readonly LiveEvent[] {
    const {count, first} = this.slices.running(maxRunning)
    const html = this.#renderRunning(first, count)
    if (html === this.running) return []
    this.running = html
    return [this.events.add({type: 'running', html, count})]
  }

  /** Treats all changes so far as sent: whoever connects later gets them with the page. */
  markAllSent(): void {
    this.slices.numberTurns()
    if (!this.#options.cut) this.fold.findBranches()
    for (const slice of this.fold.slices?.takeChanged() ?? []) this.slices.drop(slice)
    this.#unseen = [...(this.fold.slices?.all() ?? [])]
  }

  /** Summarizes slices that were not rendered yet, for outline and head; returns whether all are done. */
  summarizeUnseen(isTimeUp: IsTimeUp): boolean {
    for (let slice = this.#unseen.pop(); slice; slice = this.#unseen.pop()) {
      this.slices.summaryOf(slice)
      if (isTimeUp()) return false
    }
    this.head.noteSummarized()
    return true
  }

  /** Nothing of the session is missing in head, outline and counts. */
  get isComplete(): boolean {
    return this.#options.cut === undefined && this.hasSummarizedAll
  }

  /** All slices were summarized, so the head is complete. */
  get hasSummarizedAll(): boolean {
    return this.#unseen.length === 0
  }

  /** The turns with the number of items in each of their slices. */
  map(): readonly TurnMap[] {
    const turns = new Map<number, number[]>()
    for (const slice of this.slices.visible())
      addToList(turns, this.slices.nameOf(slice).turn, slice.items.length)
    return [...turns].map(([turn, items]) => [turn, ...items])
  }

  /** The newest running call, else the newest entry, in a few words. */
  step(): string | undefined {
    for (const slice of this.slices.visible().toReversed()) {
      const summary = this.slices.summaryOf(slice)
      const entry = summary?.running.at(-1) ?? [...walkEntries(summary?.entries ?? [])].at(-1)
      if (entry) return describeStep(entry)
    }
    return undefined
  }

  /** Where a record or an entry is shown, by the record's id or the entry's anchor. */
  find(name: string): FoundEntries | undefined {
    const item = this.slices.anchors.itemOf(name)
    const place = item ? {items: [item.key]} : this.fold.places.find(name)
    return (place && this.#finder.find(place)) ?? this.#finder.findAnchor(name)
  }

  /** The entry with an anchor. */
  entryOf(anchor: string): PageEntry | undefined {
    const slice = this.find(anchor)?.slice
    for (const entry of walkEntries((slice && this.slices.entriesOf(slice)) ?? []))
      if (entry.anchor === anchor) return entry
    return undefined
  }

  /** The positions of an entry's record and, for a call, of the record with its result. */
  positionsOf(anchor: string): readonly Position[] {
    const item = this.slices.anchors.itemOf(anchor)
    if (!item) return []
    const result = item.kind === 'tool' ? this.fold.resultPosition(item.callId) : undefined
    return result ? [item.at, result] : [item.at]
  }

  /** The whole session as a page, for exports. */
  describeWholePage(depth: Depth): SessionPage | undefined {
    const id = this.fold.session?.id
    const options = {depth, thinking: true}
    const {sessions} = describePage(this.fold.conversation, options, this.#options.overrides)
    const page = sessions.find((session) => session.sessionId === id)
    if (page?.cost?.from === 'reported') return page
    return page && {...page, cost: this.head.archived?.cost ?? page.cost}
  }

  #addSliceEvent(slice: Slice, html: string): LiveEvent {
    const name = {type: 'turn', ...this.slices.nameOf(slice)} as const
    return this.events.add({...name, html}, () => ({...name, html: this.slices.htmlOf(slice)}))
  }
}

const textKinds: ReadonlySet<PageEntry['kind']> = new Set(['prompt', 'steering', 'answer'])

/** Text is shown without a title. */
const describeStep = ({kind, title, subject}: PageEntry): string =>
  textKinds.has(kind) && subject
    ? plainFirstLine(subject, 160)
    : firstLine([title, subject].filter(Boolean).join(' '), 160)

/** At most this many running calls are listed. */
const maxRunning = 8

/**
 * Renders the list of running calls, oldest first: the first ones, of which there are `count` in total. The browser shows how
 * long each has been running. In a replay, the viewer's clock is `ahead` of the session's.
 */
function runningList(ahead: () => number): (running: readonly PageEntry[], count: number) => string {
  let starts: ReadonlyMap<string, Instant> = new Map()
  return (running, count) => {
    // The start of a call is converted once: a replay at another speed would move it with each call.
    starts = new Map(
      running.flatMap(({anchor, at}) =>
        at === undefined ? [] : [[anchor, starts.get(anchor) ?? at + ahead()] as const],
      ),
    )
    if (running.length === 0) return ''
    const items = running.map((entry) => {
      const since = starts.get(entry.anchor)
      return html`<li class="${entryClasses(entry)}"${since === undefined ? noHtml : html` data-since="${Math.trunc(since)}"`}><a class="line" href="#${safeHtmlId(entry.anchor)}">${entryLineHtml(entry)}</a></li>`
    })
    const more =
      count > running.length ? html`<li class="more">and ${count - running.length} more</li>` : noHtml
    return html`<ul class="running">${items}${more}</ul>`.markup
  }
}
