import type {ListedSession} from '../../archive/archive.ts'
import {formatCount, formatNoun} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import type {Facets} from '../catalog/count-facets.ts'
import type {ListFacet, ListFlag, ListQuery} from '../catalog/list-query.ts'
import {listFacets, listFilters, listSorts, listUrl} from '../catalog/list-query.ts'
import type {SessionList} from '../catalog/select-sessions.ts'
import {pageLength} from '../catalog/select-sessions.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {renderSessionRow} from './session-row.ts'

/** The list of sessions. */
export function renderListPage(
  list: SessionList,
  question: ListQuery,
  event: string,
  parts: ServerOptions,
): string {
  return renderAppPage(
    {
      title: 'Sessions',
      current: 'sessions',
      data: {page: 'list', event, total: list.total},
      body: html`<div class="columns"><aside class="rail facets" id="facets" aria-label="Filters">${facetsHtml(list.facets, question)}</aside><main id="conversation" class="list" tabindex="-1"><header><h1>Sessions</h1>${formHtml(question)}<p class="count" aria-live="polite">${formatNoun(list.total, 'session')}</p></header><div id="rows">${listHtml(list, question, parts)}</div></main></div>`,
    },
    parts,
  )
}

/** The parts of the page that change with what is asked for. */
export const renderListParts = (list: SessionList, question: ListQuery, parts: ServerOptions): Html =>
  html`<aside id="facets">${facetsHtml(list.facets, question)}</aside><div id="rows">${listHtml(list, question, parts)}</div>`

function listHtml(list: SessionList, question: ListQuery, {now, zone}: ServerOptions): Html {
  if (list.total === 0) return emptyHtml(question)
  const groups =
    question.sort === 'time'
      ? groupByDay(list.sessions, now(), zone)
      : [{name: undefined, sessions: list.sessions}]
  const days = groups.map(
    ({name, sessions}) =>
      html`<section class="day" data-day="${name ?? ''}">${name === undefined ? noHtml : html`<h2>${name}</h2>`}<ul class="sessions">${sessions.map((session) => renderSessionRow(session, {zone, now}))}</ul></section>`,
  )
  return html`${days}${pagerHtml(list.total, question)}`
}

function emptyHtml(question: ListQuery): Html {
  const isAsked = listUrl(question, {sort: 'time'}) !== '/'
  return isAsked
    ? html`<p class="empty">No sessions match. <a href="/">Clear filters</a></p>`
    : html`<p class="empty">No sessions yet. Run <code>claude</code> in any folder; it appears here.</p>`
}

function pagerHtml(total: number, question: ListQuery): Html {
  const {from} = question
  const link = (to: number, rel: string, words: string): Html =>
    html`<a rel="${rel}" href="${listUrl(question, {from: to})}">${words}</a>`
  const links = [
    from > 0 ? link(Math.max(0, from - pageLength), 'prev', '← Newer') : noHtml,
    from + pageLength < total ? link(from + pageLength, 'next', 'Older →') : noHtml,
  ]
  const shown = joinHtml(links, ' ')
  return shown.markup === '' ? noHtml : html`<nav class="pager" aria-label="Pages">${shown}</nav>`
}

function formHtml(question: ListQuery): Html {
  const kept = listFilters(question).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const sorts = listSorts.map(
    (sort) => html`<option${sort === question.sort ? html` selected` : ''}>${sort}</option>`,
  )
  return joinHtml([
    html`<form class="filter" role="search" action="/" method="get"><label class="unseen" for="filter">Filter the sessions</label><input id="filter" name="q" type="search" value="${question.q}" placeholder="Filter: title, project, branch, model" autocomplete="off" spellcheck="false" maxlength="200">${kept}`,
    html`<label for="sort">Sort</label> <select id="sort" name="sort">${sorts}</select> <button>Show</button></form>`,
  ])
}

const dayGroups = ['Today', 'Yesterday', 'This week', 'Older'] as const

/** Sessions of about the same age. */
interface DayGroup {
  readonly name: (typeof dayGroups)[number]
  readonly sessions: readonly ListedSession[]
}

const day = 86_400_000

/** Groups sessions by how long ago they went on, by the days of a time zone. Groups without any are left out. */
function groupByDay(sessions: readonly ListedSession[], now: number, zone: string): readonly DayGroup[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const numberOf = (time: number): number => Date.parse(`${format.format(time)}T00:00:00Z`) / day
  const today = numberOf(now)
  const nameOf = ({endedAt, startedAt}: ListedSession): DayGroup['name'] => {
    const time = endedAt ?? startedAt
    if (time === undefined) return 'Older'
    const age = today - numberOf(time)
    if (age <= 0) return 'Today'
    return age === 1 ? 'Yesterday' : age < 7 ? 'This week' : 'Older'
  }
  const named = sessions.map((session) => ({name: nameOf(session), session}))
  return dayGroups
    .map((name) => ({name, sessions: named.filter((one) => one.name === name).map(({session}) => session)}))
    .filter((group) => group.sessions.length > 0)
}

const flagLabels: Readonly<Record<ListFlag, string>> = {live: 'Running', errors: 'With errors'}

const facetLabels: Readonly<Record<ListFacet, string>> = {
  project: 'Project',
  branch: 'Branch',
  model: 'Model',
  tool: 'Tool',
}

/** What a list can be narrowed down by, each a link; what was chosen leads back. */
function facetsHtml(facets: Facets, question: ListQuery): Html {
  const flags = (['live', 'errors'] as const).map((name) => flagHtml(name, facets[name], question))
  const chosen = listFacets.map((name) => facetHtml(name, facets, question))
  const shown = joinHtml(flags)
  return html`${shown.markup === '' ? noHtml : html`<ul class="facet">${shown}</ul>`}${chosen}`
}

function flagHtml(name: ListFlag, count: number, question: ListQuery): Html {
  const isChosen = question[name]
  if (count === 0 && !isChosen) return noHtml
  return itemHtml(listUrl(question, {[name]: !isChosen}), flagLabels[name], count, isChosen)
}

function facetHtml(name: ListFacet, facets: Facets, question: ListQuery): Html {
  const values = facets[name]
  if (values.length === 0) return noHtml
  const items = values.map(({value, count}) => {
    const isChosen = question[name] === value
    const href = listUrl(question, {[name]: isChosen ? undefined : value})
    return itemHtml(href, nameHtml(value), count, isChosen)
  })
  return html`<details class="facet" id="facet-${name}" open><summary>${facetLabels[name]}</summary><ul>${items}</ul></details>`
}

/** Where there is not enough room, what a path or a tool of a server begins with is cut: its end tells it from others. */
function nameHtml(value: string): Html {
  const [, way = '', end = value] = /^(.+)((?:[/\\]|__).+?)$/s.exec(value) ?? []
  const first = way === '' ? noHtml : html`<span class="way">${way}</span>`
  return html`<bdi title="${value}">${first}<span class="end">${end}</span></bdi>`
}

/** What was not chosen says so: the script keeps marks of its own where nothing is said. */
const itemHtml = (href: string, words: Html | string, count: number, isChosen: boolean): Html =>
  html`<li><a href="${href}" aria-current="${String(isChosen)}">${words}</a> <span class="count">${formatCount(count)}</span></li>`
