import type {OutlineTurn, SessionPage} from '../../page/index.ts'
import type {Html} from '../../render/html/html.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {renderDetailsPanel} from '../../render/html/session/details-panel.ts'
import {renderOutlineList} from '../../render/html/session/outline-list.ts'
import {PartWriter} from '../../render/html/session/part-writer.ts'
import type {HtmlSessionContext} from '../../render/html/session/session-context.ts'
import {createHtmlSessionContext} from '../../render/html/session/session-context.ts'
import {renderHtmlSessionHead} from '../../render/html/session/session-head.ts'

const frame = (page: SessionPage, options: HtmlOptions) =>
  createHtmlSessionContext(page, options, new PartWriter(Number.POSITIVE_INFINITY))

/** The head of a session, as exported pages have it. */
export const renderHead = (page: SessionPage, options: HtmlOptions): Html =>
  renderHtmlSessionHead(frame(page, options), 'h1')

/** The details beside a session. */
export const renderPanel = (page: SessionPage, options: HtmlOptions): Html =>
  renderDetailsPanel(frame(page, options), 1)

/** The outline of the turns that a page has. */
export const renderOutline = (page: SessionPage, options: HtmlOptions): Html =>
  renderOutlineList(frame(page, options), 1, 1)

/** One turn of the outline; the session around it can have any number of agents. */
export const renderOutlineTurn = (
  turn: OutlineTurn,
  page: SessionPage,
  options: HtmlOptions,
  hueOf: HtmlSessionContext['hueOf'],
): Html => renderOutlineList({...frame({...page, agents: []}, options), hueOf}, 1, 1, [turn])
