import {describeHead} from '../../describe/page/describe-head.ts'
import {emptySession} from '../../page/empty-session.ts'
import type {Cost, EntryCounts, SessionPage} from '../../page/index.ts'
import {formatNoun} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {html} from '../../render/html/html.ts'
import {htmlSessionTitle} from '../../render/html/session/session-head.ts'
import type {LatestEvents} from './latest-events.ts'
import type {LiveEvent} from './live-session.ts'
import {renderHead, renderOutline, renderOutlineTurn, renderPanel} from './page-parts.ts'
import type {SessionFold} from './session-fold.ts'
import type {SliceRenderer} from './slice-renderer.ts'

/** What a front is made from. */
export interface HeadRendererOptions {
  readonly fold: SessionFold
  readonly renderer: SliceRenderer
  readonly events: LatestEvents
  readonly overrides: PriceOverrides | undefined
  /** The beginning of the session is not here. */
  readonly isCut: boolean
  /** Whether a turn is left out. */
  readonly isHidden: (turn: number) => boolean
  /** How many entries of each group there are, as far as they were looked at. */
  readonly counts: () => EntryCounts
}

/** An outline with more turns than this is no outline: it begins later. */
const maxOutlineTurns = 1000

/** What stands around the pieces of a session: its head, its panel and its outline. They need everything, and are made when they are asked for. */
export class HeadRenderer {
  readonly #parts: HeadRendererOptions
  readonly #outlines = new Map<number, string>()
  #cost: Cost | undefined
  #summarized = 0
  #page: SessionPage | undefined
  /** What the page, and what the head were made from. */
  #pageFrom = ''
  #headFrom = ''
  #header = ''
  #panel = ''

  constructor(parts: HeadRendererOptions) {
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
    return this.#own ? htmlSessionTitle(this.#own) : 'Session'
  }

  /** What the archive knows it cost. */
  get archivedCost(): Cost | undefined {
    return this.#cost
  }

  setArchivedCost(archivedCost: Cost | undefined): void {
    this.#cost = archivedCost
  }

  /** Pieces were looked through that nobody had told before. */
  noteSummarized(): void {
    this.#summarized += 1
  }

  get isOutdated(): boolean {
    return this.#headFrom !== this.#from
  }

  /** Tells the head and the panel, where they changed. */
  flush(): readonly LiveEvent[] {
    const {fold, renderer, events: told, counts} = this.#parts
    if (!this.isOutdated || !fold.session) return []
    const page = this.page()
    this.#headFrom = this.#from
    const events: LiveEvent[] = []
    const header = renderHead(page, renderer.html).markup
    const panel = renderPanel(page, renderer.html).markup
    if (header !== this.#header)
      events.push(told.add({type: 'header', html: header, title: htmlSessionTitle(page), counts: counts()}))
    if (panel !== this.#panel) events.push(told.add({type: 'panel', html: panel}))
    this.#header = header
    this.#panel = panel
    return events
  }

  outline(): string {
    const {fold, renderer} = this.#parts
    if (!fold.session) return ''
    const page = this.lastPage()
    const left = page.turns.length - maxOutlineTurns
    if (left <= 0) return renderOutline(page, renderer.html).markup
    const rest = renderOutline({...page, turns: page.turns.slice(left)}, renderer.html)
    return html`<p class="more">${formatNoun(left, 'earlier turn')}</p>${rest}`.markup
  }

  /** Tells a turn of the outline, where it changed. */
  flushOutline(turn: number): readonly LiveEvent[] {
    const {renderer, events: told, isHidden} = this.#parts
    const outlined = isHidden(turn) ? undefined : renderer.outlineOf(turn)
    if (!outlined) return []
    const {markup} = renderOutlineTurn(outlined, this.lastPage(), renderer.html, renderer.hueOf())
    if (markup === this.#outlines.get(turn)) return []
    this.#outlines.set(turn, markup)
    return [told.add({type: 'outline', turn: outlined.number, html: markup})]
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
    return this.#page?.sessionId === this.#parts.fold.session?.id ? this.#page : undefined
  }

  /** Differs when anything changed that the head or the outline may tell. */
  get #from(): string {
    return `${this.#parts.fold.changes} ${this.#summarized} ${this.#cost?.usd}`
  }
}
