import {ResponsePrices} from '../../archive/usage/response-prices.ts'
import type {SourceInfo} from '../../conversation/index.ts'
import {PageMaker} from '../../describe/index.ts'
import type {Instant, Line, Position} from '../../model/index.ts'
import type {Counts, Depth, PageEntry, SessionPage} from '../../page/index.ts'
import {countBelow, groups, walkEntries} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {findPiece, lastStep} from './look-through.ts'
import type {Piece} from './piece.ts'
import {PieceStudio} from './piece-studio.ts'
import {PieceTeller} from './piece-teller.ts'
import type {PieceName, RoomEvent, RoomImage, TurnMap} from './room.ts'
import {RoomAnchors} from './room-anchors.ts'
import {RoomImages} from './room-images.ts'
import {runningHtml} from './running-html.ts'
import {runningSince} from './running-since.ts'
import {SessionFold} from './session-fold.ts'
import {SessionFront} from './session-front.ts'
import {ToldEvents} from './told-events.ts'

/** What a core must know besides the lines. */
export interface CoreOptions {
  /** The session that is looked at; nothing where it is whatever comes. */
  readonly session: string | undefined
  /** The address of the session's page. */
  readonly address: string
  readonly zone: string
  readonly depth: Depth
  /** A short name for a text, which no other text has. */
  readonly hashOf: (text: string) => string
  readonly overrides?: PriceOverrides | undefined
  /** By how much the clock of those who look is ahead of the session's, where it is played again. */
  readonly ahead?: (() => number) | undefined
  /** The beginning is missing, so that the first turn that is here is not whole; so many are there in all. */
  readonly cut?: {readonly turns: number} | undefined
}

/** Says that the time is up, so that others get their turn. */
export type TimeIsUp = () => boolean

/**
 * One session as it is folded, told and drawn, piece by piece: only what a change touched is told and drawn again. It
 * reads nothing and knows no time by itself; whoever feeds it also says when to tell what is new.
 */
export class SessionCore {
  readonly #cut: CoreOptions['cut']
  readonly #maker: PageMaker
  readonly #anchors = new RoomAnchors()
  readonly #fold: SessionFold
  readonly #studio: PieceStudio
  readonly #images: RoomImages
  readonly #told = new ToldEvents()
  readonly #prices: ResponsePrices
  readonly #since: ReturnType<typeof runningSince>
  /** What stands around the pieces. */
  readonly front: SessionFront
  /** How many turns come before the first that is here. */
  #before = 0
  #running = ''
  /** Pieces that were not looked at yet, the newest last. */
  #unknown: Piece[] = []

  constructor({session, address, zone, depth, hashOf, overrides, ahead, cut}: CoreOptions) {
    this.#cut = cut
    this.#since = runningSince(ahead ?? (() => 0))
    this.#prices = new ResponsePrices(overrides)
    this.#images = new RoomImages(`${address}/image`, hashOf)
    this.#fold = new SessionFold(session, (changes) => {
      this.#maker.hear(changes)
      for (const change of changes) teller.hear(change)
    })
    this.#maker = new PageMaker(this.#fold.state)
    const teller = new PieceTeller(this.#fold.state, depth, this.#anchors, this.#prices)
    this.#studio = new PieceStudio(this.#fold, teller, {
      zone,
      before: () => this.#before,
      imageUrl: (source) => this.#images.urlOf(source),
      around: () => this.front.lastPage(),
    })
    this.front = new SessionFront({
      fold: this.#fold,
      studio: this.#studio,
      told: this.#told,
      isHidden: (turn) => this.#isHidden(turn),
      counts: () => this.counts(),
    })
  }

  /** The number of the newest event. */
  get n(): number {
    return this.#told.n
  }

  /** The session that is shown, as soon as there is one. */
  get sessionId(): string | undefined {
    return this.#fold.session?.id
  }

  begin(source: string, info: SourceInfo): void {
    this.#fold.begin(source, info)
  }

  fold(line: Line, arrivedAt?: Instant): void {
    this.#prices.look(line)
    this.#fold.fold(line, arrivedAt)
  }

  end(source: string): void {
    this.#fold.end(source)
  }

  pass(now: Instant): void {
    this.#fold.pass(now)
  }

  /** Something is to be told. */
  get isTouched(): boolean {
    return this.#fold.book?.isTouched ?? false
  }

  /** Tells each piece that was touched, what runs, and the outline; not the head, which takes longer. */
  flush(isUp: TimeIsUp): readonly RoomEvent[] {
    const {book} = this.#fold
    if (!book) return []
    if (!this.#cut) this.#fold.findBranches()
    const events: RoomEvent[] = []
    const turns = new Set<number>()
    const touched = book.takeTouched()
    let done = 0
    for (const piece of touched) this.#studio.drop(piece)
    for (const piece of touched) {
      if (done > 0 && isUp()) break
      done += 1
      const html = this.#studio.htmlOf(piece)
      turns.add(piece.turn)
      if (!this.#isHidden(piece.turn)) events.push(this.#tellPiece(piece, html))
    }
    for (const piece of touched.slice(done)) book.touch(piece)
    for (const piece of book.takeGone()) {
      this.#studio.drop(piece)
      events.push(this.#told.tell({type: 'turn', ...this.#studio.nameOf(piece), html: ''}))
    }
    return [...events, ...[...turns].flatMap((turn) => this.front.flushOutline(turn)), ...this.flushRunning()]
  }

  /** Tells what runs, where that changed, in the pieces that were looked at. */
  flushRunning(): readonly RoomEvent[] {
    const running = this.#studio.running()
    const html = runningHtml(running, this.#since(running))
    if (html === this.#running) return []
    this.#running = html
    return [this.#told.tell({type: 'running', html, count: running.length})]
  }

  /** What was told since an event, each thing once, as it is now. */
  since(after: number): readonly RoomEvent[] {
    return this.#told.since(after)
  }

  /** Takes all for told that is there: whoever comes from now on gets it with the page. */
  settle(): void {
    if (this.#cut) this.#before = Math.max(0, this.#cut.turns - (this.#fold.session?.turns.length ?? 0))
    if (!this.#cut) this.#fold.findBranches()
    for (const piece of this.#fold.book?.takeTouched() ?? []) this.#studio.drop(piece)
    this.#fold.book?.takeGone()
    this.#unknown = [...(this.#fold.book?.all() ?? [])]
  }

  /** Looks through pieces that nobody has told yet, for the outline and the head; says whether it has seen all. */
  learn(isUp: TimeIsUp): boolean {
    for (let piece = this.#unknown.pop(); piece; piece = this.#unknown.pop()) {
      this.#studio.factsOf(piece)
      if (isUp()) return false
    }
    this.front.noteLearnt()
    return true
  }

  /** The pieces that are shown, in their order. */
  pieces(): readonly Piece[] {
    return [...(this.#fold.book?.all() ?? [])].filter(({turn}) => !this.#isHidden(turn))
  }

  nameOf(piece: Piece): PieceName {
    return this.#studio.nameOf(piece)
  }

  htmlOf(piece: Piece): string {
    return this.#studio.htmlOf(piece)
  }

  map(): readonly TurnMap[] {
    const turns = new Map<number, number[]>()
    for (const piece of this.pieces()) {
      const {turn} = this.nameOf(piece)
      const items = turns.get(turn)
      if (items) items.push(piece.items.length)
      else turns.set(turn, [piece.items.length])
    }
    return [...turns].map(([turn, items]) => [turn, ...items])
  }

  /** How many entries of each group there are, as far as they were looked at. */
  counts(): Counts {
    const sum = countBelow([])
    return this.pieces().reduce((all, {facts}) => (facts ? addCounts(all, facts.counts) : all), sum)
  }

  /** Everything was looked at, so that the head is worth being told. */
  get hasLearnt(): boolean {
    return this.#unknown.length === 0
  }

  get running(): string {
    return this.#running
  }

  /** What goes on, in a few words. */
  step(): string | undefined {
    return lastStep(this.pieces(), (piece) => this.#studio.factsOf(piece))
  }

  /** The piece in which an anchor, or something of a record, stands. */
  find(name: string): Piece | undefined {
    const item = this.#anchors.itemOf(name)
    const known = item && this.#fold.book?.pieceOfItem(item.key)
    return known ?? findPiece(this.pieces(), name, (piece) => this.#studio.factsOf(piece))
  }

  /** Something that is shown, by its name. */
  entryOf(anchor: string): PageEntry | undefined {
    const piece = this.find(anchor)
    for (const entry of walkEntries((piece && this.#studio.entriesOf(piece)) ?? []))
      if (entry.anchor === anchor) return entry
    return undefined
  }

  /** Where the record of something stands, and the record that answered it. */
  positionsOf(anchor: string): readonly Position[] {
    const item = this.#anchors.itemOf(anchor)
    if (!item) return []
    const answer = item.kind === 'tool' ? this.#fold.answeredAt(item.callId) : undefined
    return answer ? [item.at, answer] : [item.at]
  }

  image(name: string): RoomImage | undefined {
    return this.#images.get(name)
  }

  /** The whole session as a page, for those who write files of it. */
  wholePage(depth: Depth): SessionPage | undefined {
    const id = this.sessionId
    const page = this.#maker.page({depth, thinking: true}).sessions.find((session) => session.id === id)
    return page && {...page, cost: page.cost ?? this.front.cost}
  }

  #tellPiece(piece: Piece, html: string): RoomEvent {
    const name = {type: 'turn', ...this.#studio.nameOf(piece)} as const
    return this.#told.tell({...name, html}, () => ({...name, html: this.#studio.htmlOf(piece)}))
  }

  /** What is cut off in its middle is not shown where there is anything else. */
  #isHidden(turn: number): boolean {
    return this.#cut !== undefined && turn === 0 && (this.#fold.book?.turns().length ?? 0) > 1
  }
}

const addCounts = (a: Counts, b: Counts): Counts => {
  const sum = {...a}
  for (const group of groups) sum[group] += b[group]
  return sum
}
