import type {Turn} from '../../conversation/index.ts'
import type {MediaSource, PageEntry, PageTurn, SessionPage} from '../../page/index.ts'
import {agentHues} from '../../render/html/hue-of.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {HtmlCache} from './html-cache.ts'
import {roomHtmlOptions} from './html-options.ts'
import type {Piece, PieceFacts} from './piece.ts'
import {pieceHtml} from './piece-html.ts'
import type {PieceTeller, ToldPiece} from './piece-teller.ts'
import type {PieceName} from './room.ts'
import type {SessionFold} from './session-fold.ts'
import {shortenEntry} from './shorten-entry.ts'
import {turnOf} from './turn-of.ts'

/** So many characters of HTML are kept. */
const mostKept = 64 * 1024 * 1024

/** How a studio draws. */
export interface StudioOptions {
  readonly zone: string
  readonly imageUrl: (source: MediaSource) => string | undefined
  /** How many turns come before the first that is here. */
  readonly before: () => number
  /** What the session is like around a piece; its sums may be a moment old. */
  readonly around: () => SessionPage
}

/** Tells and draws pieces, and keeps what it made until a piece is touched. */
export class PieceStudio {
  readonly #fold: SessionFold
  readonly #teller: PieceTeller
  readonly #options: StudioOptions
  readonly #cache = new HtmlCache<Piece>(mostKept)
  #hues = {session: '', known: 0, of: agentHues()}
  readonly #turns = new Map<number, PageTurn>()
  readonly #busy = new Set<Piece>()
  readonly html: HtmlOptions

  constructor(fold: SessionFold, teller: PieceTeller, options: StudioOptions) {
    this.#fold = fold
    this.#teller = teller
    this.#options = options
    this.html = roomHtmlOptions(options.zone, options.imageUrl)
  }

  nameOf({turn, number}: Pick<Piece, 'turn' | 'number'>): PieceName {
    return {turn: turn + 1 + this.#options.before(), piece: number}
  }

  /** Forgets what was made of a piece. */
  drop(piece: Piece): void {
    this.#cache.drop(piece)
    piece.facts = undefined
    this.#busy.delete(piece)
    this.#turns.delete(piece.turn)
  }

  htmlOf(piece: Piece): string {
    const known = this.#cache.get(piece)
    if (known !== undefined) return known
    const told = this.#tell(piece)
    if (!told) return ''
    const name = this.nameOf(piece)
    // What the turn used stands in its heading, and is known when all of it was told.
    if (piece.number === 0) for (const other of this.#piecesOf(piece.turn)) this.factsOf(other)
    const entries = told.entries.map(shortenEntry)
    const turn = turnOf(this.#stateOf(piece.turn), name, this.#piecesOf(piece.turn), entries)
    const around = {...this.#options.around(), agents: told.facts.agents}
    const html = pieceHtml(name, piece.items.length, turn, around, this.html, this.#hueOf())
    this.#cache.set(piece, html)
    return html
  }

  /** What is in a piece, told anew. */
  entriesOf(piece: Piece): readonly PageEntry[] {
    return this.#tell(piece)?.entries ?? []
  }

  factsOf(piece: Piece): PieceFacts | undefined {
    return piece.facts ?? this.#tell(piece)?.facts
  }

  /** What goes on in the pieces that were told, in their order; those of a session that the stream has left are over. */
  running(): readonly PageEntry[] {
    return [...this.#busy]
      .filter((piece) => this.#piecesOf(piece.turn)[piece.number] === piece)
      .sort((a, b) => a.turn - b.turn || a.number - b.number)
      .flatMap(({facts}) => facts?.running ?? [])
  }

  /** A turn without what is in it, as far as its pieces were told; nothing where it holds nothing that is shown. */
  turnOf(turn: number): PageTurn | undefined {
    const known = this.#turns.get(turn)
    if (known) return known
    const pieces = this.#piecesOf(turn)
    const entries = pieces.flatMap(({facts}) => facts?.entries ?? [])
    if (entries.length === 0) return undefined
    const made = turnOf(this.#stateOf(turn), this.nameOf({turn, number: 0}), pieces, entries)
    this.#turns.set(turn, made)
    return made
  }

  #stateOf(turn: number): Turn | undefined {
    // Nothing is forgotten here, so that a turn stands at its index.
    return this.#fold.session?.turns[turn]
  }

  #piecesOf(turn: number): readonly Piece[] {
    return this.#fold.book?.of(turn) ?? []
  }

  /** Agents have their hues in the order they came, so that a piece and the panel agree, whatever is drawn first. */
  #hueOf(): (key: string) => number {
    const {id = '', agents = []} = this.#fold.session ?? {}
    if (this.#hues.session !== id) this.#hues = {session: id, known: 0, of: agentHues()}
    const hues = this.#hues
    for (const {key} of agents.slice(hues.known)) hues.of(key)
    hues.known = agents.length
    return hues.of
  }

  #tell(piece: Piece): ToldPiece | undefined {
    const {session, branchOf} = this.#fold
    if (!session) return undefined
    const told = this.#teller.tell(piece, session, branchOf)
    piece.facts = told.facts
    this.#turns.delete(piece.turn)
    if (told.facts.running.length > 0) this.#busy.add(piece)
    else this.#busy.delete(piece)
    return told
  }
}
