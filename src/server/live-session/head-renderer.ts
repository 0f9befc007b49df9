import {type ArchivedSession, describeHead} from '../../describe/page/describe-head.ts'
import {emptySession} from '../../page/empty-session.ts'
import {type EntryCounts, formatNoun, type SessionPage} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {html} from '../../render/html/html.ts'
import {renderDetailsPanel} from '../../render/html/session/details-panel.ts'
import {renderOutlineList} from '../../render/html/session/outline-list.ts'
import {PartWriter} from '../../render/html/session/part-writer.ts'
import {createHtmlSessionContext, type HtmlSessionContext} from '../../render/html/session/session-context.ts'
import {
  htmlSessionTitle,
  renderHeadFacts,
  renderHtmlSessionHead,
} from '../../render/html/session/session-head.ts'
import type {LatestEvents, UnnumberedEvent} from './latest-events.ts'
import type {LiveEvent} from './live-session.ts'
import type {SessionFold} from './session-fold.ts'
import type {SliceRenderer} from './slice-renderer.ts'

/** What the head is made from. */
export interface HeadRendererOptions {
  readonly fold: SessionFold
  readonly slices: SliceRenderer
  readonly events: LatestEvents
  readonly overrides: PriceOverrides | undefined
  /** Only the end of the session was read. */
  readonly isCut: boolean
  /** All of the session was read and summarized. */
  readonly isComplete: () => boolean
}

/** A longer outline starts with a later turn. */
const maxOutlineTurns = 1000

/** Renders what surrounds the slices: head, panel and outline. They depend on the whole session, so they are made on demand. */
export class HeadRenderer {
  readonly #options: HeadRendererOptions
  readonly #outlines = new Map<number, string>()
  #summarized = 0
  #page: SessionPage | undefined
  /** The `#version` that the page and the head were made from. */
  #pageVersion = ''
  #headVersion = ''
  #header = ''
  /** An outline was rendered before all turns were known. */
  #mustSendOutline = false
  panel = ''
  /** What the archive knows of the session. */
  archived: ArchivedSession | undefined

  constructor(options: HeadRendererOptions) {
    this.#options = options
  }

  /** Empty until it was made for the session that is shown now. */
  get header(): string {
    return this.#current ? this.#header : ''
  }

  get title(): string {
    return this.#current ? htmlSessionTitle(this.#current) : 'Session'
  }

  /** More slices were summarized, which changes the head. */
  noteSummarized(): void {
    this.#summarized += 1
  }

  get isOutdated(): boolean {
    return this.#headVersion !== this.#version
  }

  /** Renders head and panel; returns an event for each that changed. */
  flush(): readonly LiveEvent[] {
    const {fold, events, isComplete} = this.#options
    if (!this.isOutdated || !fold.session) return []
    const page = this.page()
    this.#headVersion = this.#version
    const changed: LiveEvent[] = []
    const header = this.#renderHeader(page)
    const panel = renderDetailsPanel(this.#context(page), 1).markup
    if (header !== this.#header)
      changed.push(
        events.add({type: 'header', html: header, title: htmlSessionTitle(page), counts: this.counts()}),
      )
    if (panel !== this.panel) changed.push(events.add({type: 'panel', html: panel}))
    this.#header = header
    this.panel = panel
    if (this.#mustSendOutline && isComplete()) {
      this.#mustSendOutline = false
      const make = (): UnnumberedEvent => ({type: 'outlines', html: this.outline()})
      changed.push(events.add(make(), make))
    }
    return changed
  }

  /** The number of entries of each group; undefined until all are known. */
  counts(): EntryCounts | undefined {
    return this.#options.isComplete() ? this.#options.slices.counts() : undefined
  }

  /** A timeline of some turns would be wrong, so its place is kept until all are known. */
  #renderHeader(page: SessionPage): string {
    if (this.#options.isComplete()) return renderHtmlSessionHead(this.#context(page), 'h1').markup
    const context = this.#context({...page, turns: [], agents: [], files: []})
    const facts = html`${renderHeadFacts(context)}<div class="skeleton timeline-skeleton"></div>`
    return renderHtmlSessionHead(context, 'h1', facts).markup
  }

  outline(): string {
    if (!this.#options.fold.session) return ''
    const page = this.lastPage()
    const omitted = Math.max(0, page.turns.length - maxOutlineTurns)
    const list = renderOutlineList(this.#context({...page, turns: page.turns.slice(omitted)}), 1, 1)
    if (!this.#options.isComplete()) {
      this.#mustSendOutline = true
      return html`<p class="more" role="status">Loading earlier turns…</p>${list}`.markup
    }
    if (omitted === 0) return list.markup
    return html`<p class="more">${formatNoun(omitted, 'earlier turn')}</p>${list}`.markup
  }

  /** Renders a turn of the outline; returns an event if it changed. */
  flushOutline(turn: number): readonly LiveEvent[] {
    const {slices, events} = this.#options
    const outlined = slices.isHidden(turn) ? undefined : slices.outlineOf(turn)
    if (!outlined) return []
    // The context of one turn needs no agents, of which there can be any number.
    const context = {...this.#context({...this.lastPage(), agents: []}), hueOf: slices.hueOf()}
    const {markup} = renderOutlineList(context, 1, 1, [outlined])
    if (markup === this.#outlines.get(turn)) return []
    this.#outlines.set(turn, markup)
    return [events.add({type: 'outline', turn: outlined.number, html: markup})]
  }

  /** The session without the content of its turns, as it was made last; its totals may be a moment old. */
  lastPage(): SessionPage {
    return this.#current ?? this.page()
  }

  /** The session without the content of its turns. */
  page(): SessionPage {
    const {fold, slices: renderer, overrides, isCut} = this.#options
    const {session, slices, conversation, branches} = fold
    if (this.#page && this.#pageVersion === this.#version) return this.#page
    const turns = (slices?.turns() ?? []).flatMap((turn) =>
      renderer.isHidden(turn) ? [] : (renderer.turnOf(turn) ?? []),
    )
    this.#pageVersion = this.#version
    if (!session) return emptySession('')
    this.#page = describeHead({
      conversation,
      session,
      costs: conversation.costs(overrides).sessions.get(session.id),
      branches,
      slices: [...(slices?.all() ?? [])].flatMap((slice) => renderer.knownSummaryOf(slice) ?? []),
      turns,
      archived: this.archived,
      isCut,
    })
    return this.#page
  }

  #context(page: SessionPage): HtmlSessionContext {
    return createHtmlSessionContext(page, this.#options.slices.html, new PartWriter(Number.POSITIVE_INFINITY))
  }

  /** The page that was made last, unless the stream has moved to another session since. */
  get #current(): SessionPage | undefined {
    return this.#page?.sessionId === this.#options.fold.session?.id ? this.#page : undefined
  }

  /** Differs when anything changed that head or outline may show. */
  get #version(): string {
    return `${this.#options.fold.changes} ${this.#summarized} ${JSON.stringify(this.archived)}`
  }
}
