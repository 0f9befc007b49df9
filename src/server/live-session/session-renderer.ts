import type {Slice} from '../../conversation/index.ts'
import {describePage} from '../../describe/index.ts'
import type {Position} from '../../model/index.ts'
import type {Depth, PageEntry, SessionPage} from '../../page/index.ts'
import {firstLine, plainFirstLine, walkEntries} from '../../page/index.ts'
import {HeadRenderer} from './head-renderer.ts'
import {LatestEvents} from './latest-events.ts'
import type {LiveEvent, TurnMap} from './live-session.ts'
import type {Packer} from './packed-map.ts'
import {maxRunning, RunningList} from './running-list.ts'
import {SessionFold} from './session-fold.ts'
import {SessionImages} from './session-images.ts'
import type {SliceRendererOptions} from './slice-renderer.ts'
import {SliceRenderer} from './slice-renderer.ts'

/** What a session is rendered with. */
export interface SessionRendererOptions extends Omit<SliceRendererOptions, 'imageUrl' | 'around'> {
  /** The session to show; without one, the session that started last. */
  readonly session: string | undefined
  /** The URL of the session's page. */
  readonly address: string
  /** A short name for a text that no other text has. */
  readonly hashOf: (text: string) => string
  /** Packs content that was not used for a while. */
  readonly packer?: Packer | undefined
  /** In a replay: how far the viewer's clock is ahead of the session's. */
  readonly ahead?: (() => number) | undefined
}

/** Returns true when work should stop so that others get their turn. */
export type IsTimeUp = () => boolean

/**
 * Folds a session and renders it slice by slice: a change describes and renders only the slices it touches. It reads no
 * files and no clock; its owner adds lines and decides when to flush.
 */
export class SessionRenderer {
  readonly #options: SessionRendererOptions
  readonly fold: SessionFold
  readonly slices: SliceRenderer
  readonly images: SessionImages
  readonly events = new LatestEvents()
  readonly head: HeadRenderer
  readonly #runningList: RunningList
  /** The HTML of the running calls. */
  running = ''
  /** Slices that were not summarized yet, the newest last. */
  #unseen: Slice[] = []

  constructor(options: SessionRendererOptions) {
    this.#options = options
    this.#runningList = new RunningList(options.ahead ?? (() => 0))
    this.images = new SessionImages(`${options.address}/image`, options.hashOf)
    this.fold = new SessionFold(options.session, options.packer)
    this.slices = new SliceRenderer(this.fold, {
      ...options,
      imageUrl: (source) => this.images.urlOf(source),
      around: () => this.head.lastPage(),
    })
    this.head = new HeadRenderer({
      fold: this.fold,
      slices: this.slices,
      events: this.events,
      overrides: options.overrides,
      isCut: options.cut !== undefined,
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
    const html = this.#runningList.render(first, count)
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

  /** All slices were summarized, so the head is complete. */
  get hasSummarizedAll(): boolean {
    return this.#unseen.length === 0
  }

  /** The turns with the number of items in each of their slices. */
  map(): readonly TurnMap[] {
    const turns = new Map<number, number[]>()
    for (const slice of this.slices.visible()) {
      const {turn} = this.slices.nameOf(slice)
      const items = turns.get(turn)
      if (items) items.push(slice.items.length)
      else turns.set(turn, [slice.items.length])
    }
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

  /** The slice that contains an entry, by its anchor, the anchor of its turn, or its record id. */
  find(name: string): Slice | undefined {
    const item = this.slices.anchors.itemOf(name)
    const known = item && this.fold.slices?.ofItem(item.key)
    if (known) return known
    const bare = name.startsWith('turn-') ? name.slice('turn-'.length) : name
    return this.slices.visible().find((slice) => {
      for (const {anchor, messageId} of walkEntries(this.slices.summaryOf(slice)?.entries ?? []))
        if (anchor === name || anchor === bare || messageId === bare) return true
      return false
    })
  }

  /** The entry with an anchor. */
  entryOf(anchor: string): PageEntry | undefined {
    const slice = this.find(anchor)
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
    return page && {...page, cost: this.head.archivedCost ?? page.cost}
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
