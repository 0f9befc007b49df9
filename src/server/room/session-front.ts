import {describeHead} from '../../describe/page/describe-head.ts'
import {emptySession} from '../../page/empty-session.ts'
import type {Cost, Counts, SessionPage} from '../../page/index.ts'
import {formatNoun} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {html} from '../../render/html/html.ts'
import {titleOf} from '../../render/html/session-header.ts'
import {headHtml, outlineHtml, outlineTurnHtml, panelHtml} from './page-parts.ts'
import type {RoomEvent} from './room.ts'
import type {SessionFold} from './session-fold.ts'
import type {SliceRenderer} from './slice-renderer.ts'
import type {ToldEvents} from './told-events.ts'

/** What a front is made from. */
export interface FrontParts {
  readonly fold: SessionFold
  readonly renderer: SliceRenderer
  readonly told: ToldEvents
  readonly overrides: PriceOverrides | undefined
  /** The beginning of the session is not here. */
  readonly isCut: boolean
  /** Whether a turn is left out. */
  readonly isHidden: (turn: number) => boolean
  /** How many entries of each group there are, as far as they were looked at. */
  readonly counts: () => Counts
}

/** An outline with more turns than this is no outline: it begins later. */
const mostOutlined = 1000

/** What stands around the pieces of a session: its head, its panel and its outline. They need everything, and are made when they are asked for. */
export class SessionFront {
  readonly #parts: FrontParts
  readonly #outlines = new Map<number, string>()
  #cost: Cost | undefined
  #learnt = 0
  #page: SessionPage | undefined
  /** What the page, and what the head were made from. */
  #pageFrom = ''
  #headFrom = ''
  #header = ''
  #panel = ''

  constructor(parts: FrontParts) {
    this.#parts = parts
  }

  /** Empty until it was made for the session that is shown now. */
  get header(): string {
    return this.#own ? this.#header : ''
  }

  get panel(): string {
    return this.#panel
  }

  get title(): string {
    return this.#own ? titleOf(this.#own) : 'Session'
  }

  /** What the archive knows it cost. */
  get cost(): Cost | undefined {
    return this.#cost
  }

  noteCost(cost: Cost | undefined): void {
    this.#cost = cost
  }

  /** Pieces were looked through that nobody had told before. */
  noteLearnt(): void {
    this.#learnt += 1
  }

  get isOld(): boolean {
    return this.#headFrom !== this.#from
  }

  /** Tells the head and the panel, where they changed. */
  flush(): readonly RoomEvent[] {
    const {fold, renderer, told, counts} = this.#parts
    if (!this.isOld || !fold.session) return []
    const page = this.page()
    this.#headFrom = this.#from
    const events: RoomEvent[] = []
    const header = headHtml(page, renderer.html).markup
    const panel = panelHtml(page, renderer.html).markup
    if (header !== this.#header)
      events.push(told.tell({type: 'header', html: header, title: titleOf(page), counts: counts()}))
    if (panel !== this.#panel) events.push(told.tell({type: 'panel', html: panel}))
    this.#header = header
    this.#panel = panel
    return events
  }

  outline(): string {
    const {fold, renderer} = this.#parts
    if (!fold.session) return ''
    const page = this.lastPage()
    const left = page.turns.length - mostOutlined
    if (left <= 0) return outlineHtml(page, renderer.html).markup
    const rest = outlineHtml({...page, turns: page.turns.slice(left)}, renderer.html)
    return html`<p class="more">${formatNoun(left, 'earlier turn')}</p>${rest}`.markup
  }

  /** Tells a turn of the outline, where it changed. */
  flushOutline(turn: number): readonly RoomEvent[] {
    const {renderer, told, isHidden} = this.#parts
    const outlined = isHidden(turn) ? undefined : renderer.outlineOf(turn)
    if (!outlined) return []
    const {markup} = outlineTurnHtml(outlined, this.lastPage(), renderer.html, renderer.hueOf())
    if (markup === this.#outlines.get(turn)) return []
    this.#outlines.set(turn, markup)
    return [told.tell({type: 'outline', turn: outlined.number, html: markup})]
  }

  /** The session without what is in its turns, as it was made last; its sums may be a moment old. */
  lastPage(): SessionPage {
    return this.#own ?? this.page()
  }

  /** The session without what is in its turns. */
  page(): SessionPage {
    const {fold, renderer, isHidden, overrides, isCut} = this.#parts
    const {session, slices, conversation, branches} = fold
    if (this.#page && this.#pageFrom === this.#from) return this.#page
    const turns = (slices?.turns() ?? []).flatMap((turn) =>
      isHidden(turn) ? [] : (renderer.turnOf(turn) ?? []),
    )
    this.#pageFrom = this.#from
    if (!session) return emptySession('')
    this.#page = describeHead({
      conversation,
      session,
      costs: conversation.costs(overrides).sessions.get(session.id),
      branches,
      slices: [...(slices?.all() ?? [])].flatMap((slice) => renderer.knownSummaryOf(slice) ?? []),
      turns,
      archived: this.#cost,
      isCut,
    })
    return this.#page
  }

  /** The page that was made last, unless the stream has gone over to another session since. */
  get #own(): SessionPage | undefined {
    return this.#page?.id === this.#parts.fold.session?.id ? this.#page : undefined
  }

  /** Differs when anything changed that the head or the outline may tell. */
  get #from(): string {
    return `${this.#parts.fold.changes} ${this.#learnt} ${this.#cost?.usd}`
  }
}
