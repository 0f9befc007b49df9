import type {Position} from '../../model/index.ts'
import type {Cost} from '../../page/index.ts'
import {renderMarkdownEntry} from '../../render/markdown/index.ts'
import type {
  PieceWish,
  Room,
  RoomCalls,
  RoomEvent,
  RoomGuest,
  RoomHandlers,
  RoomMethod,
  RoomView,
} from './room.ts'
import type {DocumentAssets} from './room-document.ts'
import {markdownOptions, roomDocument} from './room-document.ts'
import type {CoreOptions} from './session-core.ts'
import {SessionCore} from './session-core.ts'
import {noPieces, takePieces} from './take-pieces.ts'

/** How a room works. */
export interface RoomOptions extends CoreOptions {
  /** Different for every room that was ever opened. */
  readonly incarnation: string
  readonly now: () => number
  /** The record at a position, as it was written. */
  readonly recordAt: (position: Position) => string | undefined
  /** What documents need to look as they should. */
  readonly assets: DocumentAssets
}

/** Changes that come together are told together. */
const gathering = 20
/** The work of telling takes no more than this share of the time, so that a long turn does not take all of it. */
const pauses = 2
/** The head takes longer, and changes with every line. */
const headPauses = 10
const headGathering = 700
/** No more than this is done at once. */
const slice = 25

/** A room in this thread. Whoever feeds it folds lines into its core and then says that it `changed`. */
export class CoreRoom implements Room {
  readonly #options: RoomOptions
  readonly #guests = new Set<RoomGuest>()
  #core: SessionCore
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
  readonly partial: boolean

  constructor(options: RoomOptions) {
    this.#options = options
    this.#core = new SessionCore(options)
    this.partial = options.cut !== undefined
  }

  get incarnation(): string {
    return `${this.#options.incarnation}.${this.#generation}`
  }

  get core(): SessionCore {
    return this.#core
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Somebody is here. */
  get isWatched(): boolean {
    return this.#guests.size > 0
  }

  /** Forgets everything; what was read must be read anew. */
  reset(): SessionCore {
    this.#core = new SessionCore(this.#options)
    this.#core.front.noteCost(this.#cost)
    this.#renew('reset')
    return this.#core
  }

  /** Something was folded. Nothing is told before somebody listens. */
  changed(): void {
    if (this.#guests.size === 0 || this.#isClosed) return
    if (this.#core.isTouched) this.#timer ??= setTimeout(() => this.#flush(), this.#delay())
    if (this.#core.front.isOld && this.#core.hasLearnt)
      this.#headTimer ??= setTimeout(
        () => this.#flushHead(),
        Math.max(headGathering, headPauses * this.#lastHead),
      )
  }

  async call<Method extends RoomMethod>(
    method: Method,
    given: RoomCalls[Method]['given'],
  ): Promise<RoomCalls[Method]['result']> {
    await this.ready
    return this.#handlers[method](given)
  }

  readonly #handlers: RoomHandlers = {
    view: async (wish) => this.#view(wish),
    pieces: async (wish) => {
      this.#bringUpToDate()
      return takePieces(this.#core, wish)
    },
    outline: async () => this.#core.front.outline(),
    find: async (name) => {
      const slice = this.#core.find(name)
      return slice && this.#core.nameOf(slice)
    },
    raw: async (anchor) => {
      const positions = this.#core.positionsOf(anchor)
      if (positions.length === 0) return undefined
      return positions.flatMap((position) => {
        const text = this.#options.recordAt(position)
        return text === undefined ? [] : [{source: position.source, line: position.line, text}]
      })
    },
    markdown: async (anchor) => {
      const entry = this.#core.entryOf(anchor)
      return entry && renderMarkdownEntry(entry, {...markdownOptions(this.#options.zone), folder: undefined})
    },
    image: async (name) => this.#core.image(name),
    step: async () => this.#core.step(),
    document: async (format) => {
      const page = this.#core.wholePage(format === 'json' ? 'all' : format === 'md' ? 'tool' : 'hook')
      return page ? roomDocument(page, format, this.#options.zone, this.#options.assets) : ''
    },
  }

  noteCost(cost: Cost | undefined): void {
    this.#cost = cost
    this.#core.front.noteCost(cost)
    this.changed()
  }

  async join(after: number, guest: RoomGuest): Promise<() => void> {
    await this.ready
    this.#bringUpToDate()
    for (const event of this.#core.since(after)) guest.hear(event)
    this.#guests.add(guest)
    this.changed()
    return () => void this.#guests.delete(guest)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#headTimer)
    this.#guests.clear()
  }

  /** Tells everyone that something went wrong, after which there is nothing more to hear. */
  fail(): void {
    for (const guest of this.#guests) guest.renew('failed')
    this.close()
  }

  #view(wish: PieceWish): RoomView {
    this.#bringUpToDate()
    // What takes long to make may be a moment old where many ask for it.
    if (this.#core.front.header === '' || this.#options.now() - this.#headAt > headPauses * this.#lastHead)
      this.#flushHead()
    const core = this.#core
    const {front} = core
    const pieces = takePieces(core, wish) ?? takePieces(core, {most: wish.most}) ?? noPieces(core.n)
    // A call may have been running before anybody looked.
    this.#tellAll(core.flushRunning())
    return {
      title: front.title,
      header: front.header,
      panel: front.panel,
      outline: front.outline(),
      running: core.running,
      counts: core.counts(),
      map: core.map(),
      pieces,
      n: core.n,
    }
  }

  #delay(): number {
    return Math.max(gathering, pauses * this.#lastFlush)
  }

  #bringUpToDate(): void {
    if (this.#core.isTouched) this.#tellAll(this.#core.flush(() => false))
  }

  #flush(): void {
    this.#timer = undefined
    const began = this.#options.now()
    this.#tellAll(this.#core.flush(() => this.#options.now() - began > slice))
    this.#lastFlush = this.#options.now() - began
    this.changed()
  }

  #flushHead(): void {
    clearTimeout(this.#headTimer)
    this.#headTimer = undefined
    const began = this.#options.now()
    this.#tellAll(this.#core.front.flush())
    this.#headAt = this.#options.now()
    this.#lastHead = this.#headAt - began
  }

  #tellAll(events: readonly RoomEvent[]): void {
    // A stream may go over to another session; then the page shows another, too.
    const shown = this.#core.sessionId
    if (this.#shown !== undefined && shown !== this.#shown) this.#renew('reset')
    this.#shown = shown
    for (const event of events) for (const guest of this.#guests) guest.hear(event)
  }

  #renew(reason: 'reset'): void {
    this.#generation += 1
    const guests = [...this.#guests]
    this.#guests.clear()
    for (const guest of guests) guest.renew(reason)
  }
}
