import {describeChanges} from '../../describe/index.ts'
import type {ArchivedSession} from '../../describe/page/describe-head.ts'
import type {Position} from '../../model/index.ts'
import {renderMarkdownEntry} from '../../render/markdown/index.ts'
import {
  type LiveEvent,
  type LiveSession,
  type LiveSessionCalls,
  type LiveSessionHandlers,
  type LiveSessionMethod,
  type LiveSessionView,
  type LiveSubscriber,
  resetSubscribers,
  type SliceQuery,
} from './live-session.ts'
import {noSlices, selectSlices} from './select-slices.ts'
import {type DocumentAssets, renderSessionDocument, viewerMarkdownOptions} from './session-document.ts'
import {SessionRenderer, type SessionRendererOptions} from './session-renderer.ts'

/** How a local session works. */
export interface LocalSessionOptions extends SessionRendererOptions {
  /** Different for each session that is opened. */
  readonly incarnation: string
  readonly now: () => number
  /** The record at a position, exactly as it is in its file. */
  readonly recordAt: (position: Position) => string | undefined
  readonly assets: DocumentAssets
}

/** Changes within this time are sent together. */
const batchMs = 20
/** The pause between two flushes, as a multiple of how long the last one took. */
const pauseFactor = 2
/** The head takes longer and changes with each line, so it is rendered less often. */
const headPauseFactor = 10
const headBatchMs = 700
/** A flush stops after this time and continues later. */
const maxWorkMs = 25

/** A live session in this thread. Its owner adds lines to `renderer.fold` and then calls `changed`. */
export class LocalSession implements LiveSession {
  readonly #options: LocalSessionOptions
  readonly #subscribers = new Set<LiveSubscriber>()
  renderer: SessionRenderer
  #generation = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #headTimer: ReturnType<typeof setTimeout> | undefined
  #flushTook = 0
  #headTook = 0
  #headAt = 0
  #shownSession: string | undefined
  isClosed = false
  ready: Promise<void> = Promise.resolve()
  readonly isPartial: boolean

  constructor(options: LocalSessionOptions) {
    this.#options = options
    this.renderer = new SessionRenderer(options)
    this.isPartial = options.cut !== undefined
  }

  get incarnation(): string {
    return `${this.#options.incarnation}.${this.#generation}`
  }

  /** Forgets everything; all lines must be added again. */
  reset(): void {
    const {archived} = this.renderer.head
    this.renderer = new SessionRenderer(this.#options)
    this.renderer.head.archived = archived
    this.#reset()
  }

  /** Lines were added. Nothing is rendered until someone subscribes. */
  changed(): void {
    if (this.#subscribers.size === 0 || this.isClosed) return
    const {renderer} = this
    if (renderer.hasChanges)
      this.#timer ??= setTimeout(() => this.#flush(), Math.max(batchMs, pauseFactor * this.#flushTook))
    if (renderer.head.isOutdated && renderer.hasSummarizedAll)
      this.#headTimer ??= setTimeout(
        () => this.#flushHead(),
        Math.max(headBatchMs, headPauseFactor * this.#headTook),
      )
  }

  async call<Method extends LiveSessionMethod>(
    method: Method,
    input: LiveSessionCalls[Method]['input'],
  ): Promise<LiveSessionCalls[Method]['result']> {
    await this.ready
    return this.#handlers[method](input)
  }

  readonly #handlers: LiveSessionHandlers = {
    view: async (query) => this.#view(query),
    slices: async (query) => {
      this.#flushAll()
      return selectSlices(this.renderer, query)
    },
    find: async (name) => {
      const found = this.renderer.find(name)
      return found && {...this.renderer.slices.nameOf(found.slice), anchors: found.anchors}
    },
    raw: async (anchor) => {
      const positions = this.renderer.positionsOf(anchor)
      if (positions.length === 0) return undefined
      return positions.flatMap((position) => {
        const text = this.#options.recordAt(position)
        return text === undefined ? [] : [{source: position.source, line: position.line, text}]
      })
    },
    markdown: async (anchor) => {
      const entry = this.renderer.entryOf(anchor)
      return (
        entry && renderMarkdownEntry(entry, {...viewerMarkdownOptions(this.#options.zone), folder: undefined})
      )
    },
    image: async (name) => this.renderer.images.get(name),
    step: async () => this.renderer.step(),
    changes: async () => {
      const {session} = this.renderer.fold
      return session ? describeChanges(session) : {files: [], commits: [], pullRequests: []}
    },
    document: async (format) => {
      const depth = {html: 'hook', md: 'tool', json: 'all'} as const
      const page = this.renderer.describeWholePage(depth[format])
      return page ? renderSessionDocument(page, format, this.#options.zone, this.#options.assets) : ''
    },
  }

  setArchived(archived: ArchivedSession): void {
    this.renderer.head.archived = archived
    this.changed()
  }

  async subscribe(after: number, subscriber: LiveSubscriber): Promise<() => void> {
    await this.ready
    this.#flushAll()
    for (const event of this.renderer.events.since(after)) subscriber.onEvent(event)
    this.#subscribers.add(subscriber)
    this.changed()
    return () => void this.#subscribers.delete(subscriber)
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#headTimer)
    this.#subscribers.clear()
  }

  /** Closes the session because reading failed. */
  fail(): void {
    resetSubscribers(this.#subscribers, 'failed')
    this.close()
  }

  #view(query: SliceQuery): LiveSessionView {
    this.#flushAll()
    const {renderer} = this
    const {head} = renderer
    // A head that takes long to render may be a moment old.
    if (head.header === '' || this.#options.now() - this.#headAt > headPauseFactor * this.#headTook)
      this.#flushHead()
    const {maxCharacters} = query
    const slices =
      selectSlices(renderer, query) ?? selectSlices(renderer, {maxCharacters}) ?? noSlices(renderer.events.n)
    // Rendering slices finds calls that were running before anyone connected.
    this.#publish(renderer.flushRunning())
    return {
      title: head.title,
      header: head.header,
      panel: head.panel,
      outline: head.outline(),
      running: renderer.running,
      counts: head.counts(),
      map: renderer.map(),
      slices,
      n: renderer.events.n,
    }
  }

  #flushAll(): void {
    if (this.renderer.hasChanges) this.#publish(this.renderer.flush(() => false))
  }

  #flush(): void {
    this.#timer = undefined
    const startedAt = this.#options.now()
    this.#publish(this.renderer.flush(() => this.#options.now() - startedAt > maxWorkMs))
    this.#flushTook = this.#options.now() - startedAt
    this.changed()
  }

  #flushHead(): void {
    clearTimeout(this.#headTimer)
    this.#headTimer = undefined
    const startedAt = this.#options.now()
    this.#publish(this.renderer.head.flush())
    this.#headAt = this.#options.now()
    this.#headTook = this.#headAt - startedAt
  }

  #publish(events: readonly LiveEvent[]): void {
    // A stream can continue with another session; the page then shows that one.
    const session = this.renderer.fold.session?.id
    if (this.#shownSession !== undefined && session !== this.#shownSession) this.#reset()
    this.#shownSession = session
    for (const event of events) for (const subscriber of this.#subscribers) subscriber.onEvent(event)
  }

  #reset(): void {
    this.#generation += 1
    resetSubscribers(this.#subscribers, 'reset')
  }
}
