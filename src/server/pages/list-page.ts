import type {ListedSession} from '../../archive/archive.ts'
import {formatBytes, formatCount, formatNoun, formatTimeAgo} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {formatHtmlTime, timeTag} from '../../render/html/text/time-tag.ts'
import type {ListFacet, ListFlag, ListQuery} from '../catalog/list-query.ts'
import {listFacets, listFilters, listSorts, listUrl} from '../catalog/list-query.ts'
import {type Facets, pageLength, type SessionList} from '../catalog/select-sessions.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {folderName, formatSessionName, renderSessionCost, renderStateMark, sessionUrl} from './page-format.ts'

/** The list of sessions. */
export function renderListPage(
  list: SessionList,
  query: ListQuery,
  event: string,
  parts: ServerOptions,
): string {
  return renderAppPage(
    {
      title: 'Sessions',
      current: 'sessions',
      data: {page: 'list', event, total: list.total},
      body: html`<div class="columns"><aside class="rail facets" id="facets" aria-label="Filters">${facetsHtml(list.facets, query)}</aside><main id="conversation" class="list" tabindex="-1"><header><h1>Sessions</h1>${formHtml(query)}<p class="count" aria-live="polite">${formatNoun(list.total, 'session')}</p></header><div id="rows">${listHtml(list, query, parts)}</div></main></div>`,
    },
    parts,
  )
}

/** The parts of the page that change with the query. */
export const renderListParts = (list: SessionList, query: ListQuery, parts: ServerOptions): Html =>
  html`<aside id="facets">${facetsHtml(list.facets, query)}</aside><div id="rows">${listHtml(list, query, parts)}</div>`

function listHtml(list: SessionList, query: ListQuery, {now, zone}: ServerOptions): Html {
  if (list.total === 0) return emptyHtml(query)
  const groups =
    query.sort === 'time'
      ? groupByDay(list.sessions, now(), zone)
      : [{name: undefined, sessions: list.sessions}]
  const days = groups.map(
    ({name, sessions}) =>
      html`<section class="day" data-day="${name ?? ''}">${name === undefined ? noHtml : html`<h2>${name}</h2>`}<ul class="sessions">${sessions.map((session) => renderSessionRow(session, {zone, now}))}</ul></section>`,
  )
  return html`${days}${pagerHtml(list.total, query)}`
}

function emptyHtml(query: ListQuery): Html {
  const isAsked = listUrl(query, {sort: 'time'}) !== '/'
  return isAsked
    ? html`<p class="empty">No sessions match. <a href="/">Clear filters</a></p>`
    : html`<p class="empty">No sessions yet. Run <code>claude</code> in any folder; it appears here.</p>`
}

function pagerHtml(total: number, query: ListQuery): Html {
  const {from} = query
  const link = (to: number, rel: string, words: string): Html =>
    html`<a rel="${rel}" href="${listUrl(query, {from: to})}">${words}</a>`
  const links = [
    from > 0 ? link(Math.max(0, from - pageLength), 'prev', '← Newer') : noHtml,
    from + pageLength < total ? link(from + pageLength, 'next', 'Older →') : noHtml,
  ]
  const shown = joinHtml(links, ' ')
  return shown.markup === '' ? noHtml : html`<nav class="pager" aria-label="Pages">${shown}</nav>`
}

function formHtml(query: ListQuery): Html {
  const kept = listFilters(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const sorts = listSorts.map(
    (sort) => html`<option${sort === query.sort ? html` selected` : ''}>${sort}</option>`,
  )
  return joinHtml([
    html`<form class="filter" role="search" action="/" method="get"><label class="unseen" for="filter">Filter the sessions</label><input id="filter" name="q" type="search" value="${query.q}" placeholder="Filter: title, project, branch, model" autocomplete="off" spellcheck="false" maxlength="200">${kept}`,
    html`<label for="sort">Sort</label> <select id="sort" name="sort">${sorts}</select> <button>Show</button></form>`,
  ])
}

const dayGroups = ['Today', 'Yesterday', 'This week', 'Older'] as const

const day = 86_400_000

/** Groups sessions by the day of their last activity, in a time zone. Empty groups are left out. */
function groupByDay(sessions: readonly ListedSession[], now: number, zone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const numberOf = (time: number): number => Date.parse(`${format.format(time)}T00:00:00Z`) / day
  const today = numberOf(now)
  const nameOf = ({endedAt, startedAt}: ListedSession): (typeof dayGroups)[number] => {
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

/** The filters as links; the link of an active filter removes it. */
function facetsHtml(facets: Facets, query: ListQuery): Html {
  const flags = (['live', 'errors'] as const).map((name) => flagHtml(name, facets[name], query))
  const chosen = listFacets.map((name) => facetHtml(name, facets, query))
  const shown = joinHtml(flags)
  return html`${shown.markup === '' ? noHtml : html`<ul class="facet">${shown}</ul>`}${chosen}`
}

function flagHtml(name: ListFlag, count: number, query: ListQuery): Html {
  const isChosen = query[name]
  if (count === 0 && !isChosen) return noHtml
  return itemHtml(listUrl(query, {[name]: !isChosen}), flagLabels[name], count, isChosen)
}

function facetHtml(name: ListFacet, facets: Facets, query: ListQuery): Html {
  const values = facets[name]
  if (values.length === 0) return noHtml
  const items = values.map(({value, count}) => {
    const isChosen = query[name] === value
    const href = listUrl(query, {[name]: isChosen ? undefined : value})
    return itemHtml(href, nameHtml(value), count, isChosen)
  })
  return html`<details class="facet" id="facet-${name}" open><summary>${facetLabels[name]}</summary><ul>${items}</ul></details>`
}

/** If there is not enough room, the start of a path or tool name is cut, because the end identifies it. */
function nameHtml(value: string): Html {
  const [, way = '', end = value] = /^(.+)((?:[/\\]|__).+?)$/s.exec(value) ?? []
  const first = way === '' ? noHtml : html`<span class="way">${way}</span>`
  return html`<bdi title="${value}">${first}<span class="end">${end}</span></bdi>`
}

/** `aria-current` is always set: where it is missing, the script keeps its own value. */
const itemHtml = (href: string, words: Html | string, count: number, isChosen: boolean): Html =>
  html`<li><a href="${href}" aria-current="${String(isChosen)}">${words}</a> <span class="count">${formatCount(count)}</span></li>`

/** A session in the list. The script finds it by its id, and compares its end with the last visit. */
export function renderSessionRow(
  session: ListedSession,
  {zone, now}: Pick<ServerOptions, 'zone' | 'now'>,
): Html {
  const {sessionId, title, project, gitBranch, model, endedAt, turns, errors, agents, state, bytes} = session
  const facts = [
    project === undefined
      ? noHtml
      : html`<span class="folder" title="${project}">${folderName(project)}</span>`,
    gitBranch ? html`<span class="git">${gitBranch}</span>` : noHtml,
    model ? html`<span class="model">${model}</span>` : noHtml,
    html`<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? html`<span class="bad">${formatNoun(errors, 'error')}</span>` : noHtml,
    agents > 0 ? html`<span>${formatNoun(agents, 'agent')}</span>` : noHtml,
    html`<span class="size" title="${formatCount(bytes)} bytes">${formatBytes(bytes)}</span>`,
  ]
  return joinHtml([
    html`<li class="session" data-state="${state}" data-session="${sessionId}" data-ended="${endedAt ?? ''}" data-records="${session.records}">`,
    html`<h3>${renderStateMark(state)}<a href="${sessionUrl(sessionId)}">${formatSessionName(sessionId, title)}</a></h3>`,
    html`<p class="about">${joinHtml(facts, ' ')}</p><p class="when">${whenHtml(endedAt, zone, now())}</p>`,
    html`<p class="sums">${renderSessionCost(session)}</p></li>`,
  ])
}

const week = 7 * 86_400_000

/** The age within a week, else the day. The tooltip has the exact time. */
function whenHtml(time: number | undefined, zone: string, now: number): Html {
  if (time === undefined || now - time >= week) return timeTag(time, zone, 'day')
  const exact = formatHtmlTime(time, zone, 'exact')
  return html`<time datetime="${new Date(time).toISOString()}" title="${exact}">${formatTimeAgo(Math.min(time, now), now)}</time>`
}
