import {formatCount, formatNoun} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'
import {groupByDay} from '../catalog/group-by-day.ts'
import type {ListQuestion} from '../catalog/list-question.ts'
import {listAddress, listSorts} from '../catalog/list-question.ts'
import type {Facets, FacetValue, SessionList} from '../catalog/list-sessions.ts'
import {pageLength} from '../catalog/list-sessions.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import {sessionRow} from './session-row.ts'

/** The list of sessions. */
export function listPage(
  list: SessionList,
  question: ListQuestion,
  event: string,
  parts: ServerParts,
): string {
  return appDocument(
    {
      title: 'Sessions',
      place: 'sessions',
      data: {page: 'list', event, total: list.total},
      body: `<div class="columns"><aside class="rail facets" aria-label="Choose">${facetsHtml(list.facets, question)}</aside><main id="conversation" class="list" tabindex="-1"><header><h1>Sessions</h1>${formHtml(question)}<p class="count" aria-live="polite">${formatNoun(list.total, 'session')}</p></header><div id="rows">${listHtml(list, question, parts)}</div></main></div>`,
    },
    parts,
  )
}

/** The part of the page that changes with what is asked for. */
export function listHtml(list: SessionList, question: ListQuestion, {now, zone}: ServerParts): string {
  if (list.total === 0) return emptyHtml(question)
  const groups =
    question.sort === 'time'
      ? groupByDay(list.sessions, now(), zone)
      : [{name: undefined, sessions: list.sessions}]
  return (
    groups
      .map(
        ({name, sessions}) =>
          `<section class="day" data-day="${name ?? ''}">${name === undefined ? '' : `<h2>${name}</h2>`}<ul class="sessions">${sessions.map((session) => sessionRow(session, zone)).join('')}</ul></section>`,
      )
      .join('') + pagerHtml(list.total, question)
  )
}

function emptyHtml(question: ListQuestion): string {
  const isAsked = listAddress(question, {sort: 'time'}) !== '/'
  return isAsked
    ? '<p class="empty">No session is like that. <a href="/">Show all</a>.</p>'
    : '<p class="empty">There are no sessions yet. Run <code>claude</code> in any folder, and they appear here.</p>'
}

function pagerHtml(total: number, question: ListQuestion): string {
  const {from} = question
  const link = (to: number, rel: string, words: string): string =>
    `<a rel="${rel}" href="${escapeHtml(listAddress(question, {from: to}))}">${words}</a>`
  const links = [
    from > 0 ? link(Math.max(0, from - pageLength), 'prev', '← Newer') : '',
    from + pageLength < total ? link(from + pageLength, 'next', 'Older →') : '',
  ].filter(Boolean)
  return links.length === 0 ? '' : `<nav class="pager" aria-label="Pages">${links.join(' ')}</nav>`
}

function formHtml(question: ListQuestion): string {
  const kept = (['project', 'branch', 'model'] as const).flatMap((name) => {
    const value = question[name]
    return value === undefined ? [] : [`<input type="hidden" name="${name}" value="${escapeHtml(value)}">`]
  })
  const sorts = listSorts.map(
    (sort) => `<option${sort === question.sort ? ' selected' : ''}>${sort}</option>`,
  )
  return (
    `<form class="filter" role="search" action="/" method="get"><label class="unseen" for="filter">Filter the sessions</label><input id="filter" name="q" type="search" value="${escapeHtml(question.q)}" placeholder="Filter: title, project, branch, model" autocomplete="off" spellcheck="false" maxlength="200">${kept.join('')}` +
    `<label for="sort">Sort</label> <select id="sort" name="sort">${sorts.join('')}</select> <button>Show</button></form>`
  )
}

function facetsHtml(facets: Facets, question: ListQuestion): string {
  const flag = (name: 'live' | 'errors', words: string, count: number): string =>
    count === 0 && !question[name]
      ? ''
      : `<li><a href="${escapeHtml(listAddress(question, {[name]: !question[name]}))}"${question[name] ? ' aria-current="true"' : ''}>${words}</a> <span class="count">${formatCount(count)}</span></li>`
  const flags = flag('live', 'Going on', facets.live) + flag('errors', 'With errors', facets.errors)
  return (
    (flags === '' ? '' : `<ul class="facet">${flags}</ul>`) +
    facetHtml('Project', 'project', facets.projects, question) +
    facetHtml('Branch', 'branch', facets.branches, question) +
    facetHtml('Model', 'model', facets.models, question)
  )
}

function facetHtml(
  title: string,
  name: 'project' | 'branch' | 'model',
  values: readonly FacetValue[],
  question: ListQuestion,
): string {
  if (values.length === 0) return ''
  const items = values.map(({value, count}) => {
    const isChosen = question[name] === value
    const href = listAddress(question, {[name]: isChosen ? undefined : value})
    return `<li><a href="${escapeHtml(href)}"${isChosen ? ' aria-current="true"' : ''} title="${escapeHtml(value)}"><bdi>${escapeHtml(value)}</bdi></a> <span class="count">${formatCount(count)}</span></li>`
  })
  return `<details class="facet" open><summary>${title}</summary><ul>${items.join('')}</ul></details>`
}
