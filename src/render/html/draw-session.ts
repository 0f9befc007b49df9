import type {Article, SessionPage} from '../../page/index.ts'
import {idsBeside} from '../../page/index.ts'
import type {Frame} from './frame.ts'
import {frameOf, safeId} from './frame.ts'
import {type Html, html} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import type {Part} from './part-writer.ts'
import {PartWriter} from './part-writer.ts'
import {outlineList} from './rail.ts'
import {renderTurns} from './render-turns.ts'
import {headFacts, sessionHeader} from './session-header.ts'
import {sessionName, sessionRow} from './session-table.ts'

/** A session whose turns are drawn; the pages around them are still to be made. */
export interface DrawnSession {
  readonly frame: Frame
  readonly parts: readonly Part[]
  /** What its head says below its title. */
  readonly facts: Html
}

/** Draws the turns of a session. What `taken` holds stands on the same page already. */
export function drawSession(
  session: SessionPage,
  options: HtmlOptions,
  taken: ReadonlySet<string> = new Set(),
): DrawnSession {
  const writer = new PartWriter(options.partBytes)
  const frame = frameOf(session, options, writer, idsBeside(session.id, taken, safeId))
  renderTurns(frame)
  const parts = writer.parts()
  return {frame, parts, facts: headFacts(frame)}
}

/** A session that was drawn as one part, as it stands among others. */
export function articleOf({frame, parts, facts}: DrawnSession): Article | undefined {
  const [part, other] = parts
  if (!part || other) return undefined
  const {session, idOf, writer} = frame
  // The page of its own may have its head already, and each page has one.
  const head = sessionHeader({...frame, writer: new PartWriter(Number.POSITIVE_INFINITY)}, 'h2', facts)
  return {
    text: [html`<article class="session">${head}`, ...part.pieces, html`</article>`].map(
      ({markup}) => markup,
    ),
    listed: html`<h2>${sessionName(frame)}</h2>${outlineList(frame, 1, 1)}`.markup,
    row: sessionRow(frame).markup,
    counts: part.counts,
    ids: new Set([idOf(`session-${session.id}`), ...writer.ids()]),
  }
}
