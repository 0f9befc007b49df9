import type {SessionPage} from '../../page/index.ts'
import {formatNoun, noCounts, walkEntries} from '../../page/index.ts'
import {documentOf} from './document.ts'
import {escapeHtml} from './escape.ts'
import type {Frame} from './frame.ts'
import {frameOf, safeId} from './frame.ts'
import type {HtmlOptions} from './html-options.ts'
import {pageBody} from './page-body.ts'
import {PartWriter} from './part-writer.ts'
import {outlineList} from './rail.ts'
import {pager} from './render-session.ts'
import {renderTurns} from './render-turns.ts'
import {sessionHeader, titleOf} from './session-header.ts'
import {sessionTable} from './session-table.ts'

/** Some sessions of a project on one page. */
export interface ProjectPage {
  readonly name: string
  /** Which of the project's pages it is, counted from 1, and how many there are. */
  readonly number: number
  readonly pages: number
  readonly sessions: readonly SessionPage[]
}

/** Sessions one after another in one document; none is split. */
export function renderProject(page: ProjectPage, options: HtmlOptions): string {
  const {name, number, pages, sessions} = page
  const writer = new PartWriter(Number.POSITIVE_INFINITY)
  const taken = new Set<string>()
  const frames = sessions.map((session) => frameOf(session, options, writer, idsOf(session, taken)))
  for (const frame of frames) {
    writer.write('<article class="session">')
    // The head links to what follows it on the same page, so that it can be written first.
    writer.write(sessionHeader(frame, 'h2'))
    renderTurns(frame)
    writer.write('</article>')
  }
  const [part] = writer.parts()
  const title = pages === 1 ? name : `${name} (${number} of ${pages})`
  const head = `<header class="project_header"><h1>${escapeHtml(name)}</h1><p class="place">${formatNoun(sessions.length, 'session')}${pages > 1 ? `, page ${number} of ${pages}` : ''}</p></header>`
  const body = pageBody({
    title: name,
    counts: part?.counts ?? noCounts,
    outline: frames.map(sessionOutline).join(''),
    main: head + (part?.html ?? '') + pager(number, pages, options, 'page'),
    panel: sessionTable(frames),
    options,
  })
  return documentOf(title, body, options)
}

const sessionOutline = (frame: Frame): string =>
  `<h2><a href="#${frame.idOf(`session-${frame.session.id}`)}">${escapeHtml(titleOf(frame.session))}</a></h2>${outlineList(frame, 1, 1)}`

/** Sessions with a common history have common anchors: the later ones get the session's name behind theirs. */
function idsOf(session: SessionPage, taken: Set<string>): Frame['idOf'] {
  const own = new Set<string>([`session-${session.id}`])
  for (const turn of session.turns) {
    own.add(turn.anchor)
    for (const {anchor} of walkEntries(turn.entries)) own.add(anchor)
  }
  const shared = new Set([...own].filter((anchor) => taken.has(anchor)))
  let behind = `--${session.id.slice(0, 8)}`
  // One session may be told by several files, and so stand on the page more than twice.
  for (let more = 3; [...shared].some((anchor) => taken.has(anchor + behind)); more += 1)
    behind = `--${session.id.slice(0, 8)}-${more}`
  for (const anchor of own) taken.add(shared.has(anchor) ? anchor + behind : anchor)
  return (anchor) => safeId(shared.has(anchor) ? anchor + behind : anchor)
}
