import type {Position} from '../../model/index.ts'
import type {Cost} from '../../page/index.ts'
import {renderMarkdownEntry} from '../../render/markdown/index.ts'
import type {
  LiveEvent,
  LiveSession,
  LiveSessionCalls,
  LiveSessionHandlers,
  LiveSessionMethod,
  LiveSessionView,
  LiveSubscriber,
  SliceQuery,
} from './live-session.ts'
import {noSlices, selectSlices} from './select-slices.ts'
import type {DocumentAssets} from './session-document.ts'
import {renderSessionDocument, viewerMarkdownOptions} from './session-document.ts'
import type {SessionRendererOptions} from './session-renderer.ts'
import {SessionRenderer} from './session-renderer.ts'

/** How a room works. */
export interface LocalSessionOptions extends SessionRendererOptions {
  /** Different for every room that was ever opened. */
  readonly incarnation: string
  readonly now: () => number
  /** The record at a position, as it was written. */
  readonly recordAt: (position: Position) => string | undefined
  /** What documents need to look as they should. */
  readonly assets: DocumentAssets
}

/** Changes that come together are told together. */
const batchMs = 20
/** The work of telling takes no more than this share of the time, so that a long turn does not take all of it. */
const pauseFactor = 2
/** The head takes longer, and changes with every line. */
const headPauseFactor = 10
const headBatchMs = 700
/** No more than this is done at once. */
const maxWorkMs = 25

/** A room in this thread. Whoever feeds it folds lines into its core and then says that it `changed`. */
export class LocalSession implements LiveSession {
  readonly #options: LocalSessionOptions
  readonly #subscribers = new Set<LiveSubscriber>()
  #renderer: SessionRenderer
  #generation = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #headTimer: ReturnType<typeof setTimeout> | undefined
  #lastFlush = 0
  #lastHead = 0
  #headAt = 0
  #shown: string | undefined
  #cost: Cost | undefined
  #isClosed = false
  /** Resolves when there is something to show. */
  ready: Promise<void> = Promise.resolve()
  readonly isPartial: boolean

  constructor(options: LocalSessionOptions) {
    this.#options = options
    this.#renderer = new SessionRenderer(options)
    this.isPartial = options.cut !== undefined
  }

  get incarnation(): string {
    return `${this.#options.incarnation}.${this.#generation}`
  }

  get renderer(): SessionRenderer {
    return this.#renderer
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Somebody is here. */
  get isWatched(): boolean {
    return this.#subscribers.size > 0
  }

  /** Forgets everything; what was read must be read anew. */
  reset(): SessionRenderer {
    this.#renderer = new SessionRenderer(this.#options)
    this.#renderer.head.setArchivedCost(this.#cost)
    this.#reset('reset')
    return this.#renderer
  }

  /** Something was folded. Nothing is told before somebody listens. */
  changed(): void {
    if (this.#subscribers.size === 0 || this.#isClosed) return
    if (this.#renderer.hasChanges) this.#timer ??= setTimeout(() => this.#flush(), this.#delay())
    if (this.#renderer.head.isOutdated && this.#renderer.hasSummarizedAll)
      this.#headTimer ??= setTimeout(
        () => this.#flushHead(),
        Math.max(headBatchMs, headPauseFactor * this.#lastHead),
      )
  }

  async call<Method extends LiveSessionMethod>(
    method: Method,
    given: LiveSessionCalls[Method]['given'],
  ): Promise<LiveSessionCalls[Method]['result']> {
    await this.ready
    return this.#handlers[method](given)
  }

  readonly #handlers: LiveSessionHandlers = {
    view: async (wish) => this.#view(wish),
    slices: async (wish) => {
      this.#flushAll()
      return selectSlices(this.#renderer, wish)
    },
    outline: async () => this.#renderer.head.outline(),
    find: async (name) => {
      const slice = this.#renderer.find(name)
      return slice && this.#renderer.nameOf(slice)
    },
    raw: async (anchor) => {
      const positions = this.#renderer.positionsOf(anchor)
      if (positions.length === 0) return undefined
      return positions.flatMap((position) => {
        const text = this.#options.recordAt(position)
        return text === undefined ? [] : [{source: position.source, line: position.line, text}]
      })
    },
    markdown: async (anchor) => {
      const entry = this.#renderer.entryOf(anchor)
      return (
        entry && renderMarkdownEntry(entry, {...viewerMarkdownOptions(this.#options.zone), folder: undefined})
      )
    },
    image: async (name) => this.#renderer.image(name),
    step: async () => this.#renderer.step(),
    document: async (format) => {
      const page = this.#renderer.describeWholePage(
        format === 'json' ? 'all' : format === 'md' ? 'tool' : 'hook',
      )
      return page ? renderSessionDocument(page, format, this.#options.zone, this.#options.assets) : ''
    },
  }

  setCost(cost: Cost | undefined): void {
    this.#cost = cost
    this.#renderer.head.setArchivedCost(cost)
    this.changed()
  }

  async subscribe(after: number, guest: LiveSubscriber): Promise<() => void> {
    await this.ready
    this.#flushAll()
    for (const event of this.#renderer.since(after)) guest.onEvent(event)
    this.#subscribers.add(guest)
    this.changed()
    return () => void this.#subscribers.delete(guest)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#headTimer)
    this.#subscribers.clear()
  }

  /** Tells everyone that something went wrong, after which there is nothing more to hear. */
  fail(): void {
    for (const guest of this.#subscribers) guest.onReset('failed')
    this.close()
  }

  #view(wish: SliceQuery): LiveSessionView {
    this.#flushAll()
    // What takes long to make may be a moment old where many ask for it.
    if (
      this.#renderer.head.header === '' ||
      this.#options.now() - this.#headAt > headPauseFactor * this.#lastHead
    )
      this.#flushHead()
    const core = this.#renderer
    const {head} = core
    const pieces =
      selectSlices(core, wish) ?? selectSlices(core, {maxCharacters: wish.maxCharacters}) ?? noSlices(core.n)
    // A call may have been running before anybody looked.
    this.#publish(core.flushRunning())
    return {
      title: head.title,
      header: head.header,
      panel: head.panel,
      outline: head.outline(),
      running: core.running,
      counts: core.counts(),
      map: core.map(),
      slices: pieces,
      n: core.n,
    }
  }

  #delay(): number {
    return Math.max(batchMs, pauseFactor * this.#lastFlush)
  }

  #flushAll(): void {
    if (this.#renderer.hasChanges) this.#publish(this.#renderer.flush(() => false))
  }

  #flush(): void {
    this.#timer = undefined
    const began = this.#options.now()
    this.#publish(this.#renderer.flush(() => this.#options.now() - began > maxWorkMs))
    this.#lastFlush = this.#options.now() - began
    this.changed()
  }

  #flushHead(): void {
    clearTimeout(this.#headTimer)
    this.#headTimer = undefined
    const began = this.#options.now()
    this.#publish(this.#renderer.head.flush())
    this.#headAt = this.#options.now()
    this.#lastHead = this.#headAt - began
  }

  #publish(events: readonly LiveEvent[]): void {
    // A stream may go over to another session; then the page shows another, too.
    const shown = this.#renderer.sessionId
    if (this.#shown !== undefined && shown !== this.#shown) this.#reset('reset')
    this.#shown = shown
    for (const event of events) for (const guest of this.#subscribers) guest.onEvent(event)
  }

  #reset(reason: 'reset'): void {
    this.#generation += 1
    const guests = [...this.#subscribers]
    this.#subscribers.clear()
    for (const guest of guests) guest.onReset(reason)
  }
}
