import type {OutlineTurn, SessionPage} from '../../page/index.ts'
import type {Frame} from '../../render/html/frame.ts'
import {frameOf} from '../../render/html/frame.ts'
import type {Html} from '../../render/html/html.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {panelSections} from '../../render/html/panel.ts'
import {PartWriter} from '../../render/html/part-writer.ts'
import {outlineList} from '../../render/html/rail.ts'
import {sessionHeader} from '../../render/html/session-header.ts'

const frame = (page: SessionPage, options: HtmlOptions) =>
  frameOf(page, options, new PartWriter(Number.POSITIVE_INFINITY))

/** The head of a session, as exported pages have it. */
export const headHtml = (page: SessionPage, options: HtmlOptions): Html =>
  sessionHeader(frame(page, options), 'h1')

/** The details beside a session. */
export const panelHtml = (page: SessionPage, options: HtmlOptions): Html =>
  panelSections(frame(page, options), 1)

/** The outline of the turns that a page has. */
export const outlineHtml = (page: SessionPage, options: HtmlOptions): Html =>
  outlineList(frame(page, options), 1, 1)

/** One turn of the outline; the session around it can have any number of agents. */
export const outlineTurnHtml = (
  turn: OutlineTurn,
  page: SessionPage,
  options: HtmlOptions,
  hueOf: Frame['hueOf'],
): Html => outlineList({...frame({...page, agents: []}, options), hueOf}, 1, 1, [turn])
