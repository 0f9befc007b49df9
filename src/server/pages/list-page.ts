import {formatNoun} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'
import {groupByDay} from '../catalog/group-by-day.ts'
import type {ListQuestion} from '../catalog/list-question.ts'
import {choicesOf, listAddress, listSorts} from '../catalog/list-question.ts'
import type {SessionList} from '../catalog/list-sessions.ts'
import {pageLength} from '../catalog/list-sessions.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import {facetsHtml} from './facets-html.ts'
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
      body: `<div class="columns"><aside class="rail facets" id="facets" aria-label="Choose">${facetsHtml(list.facets, question)}</aside><main id="conversation" class="list" tabindex="-1"><header><h1>Sessions</h1>${formHtml(question)}<p class="count" aria-live="polite">${formatNoun(list.total, 'session')}</p></header><div id="rows">${listHtml(list, question, parts)}</div></main></div>`,
    },
    parts,
  )
}

/** The parts of the page that change with what is asked for. */
export const listParts = (list: SessionList, question: ListQuestion, parts: ServerParts): string =>
  `<aside id="facets">${facetsHtml(list.facets, question)}</aside><div id="rows">${listHtml(list, question, parts)}</div>`

function listHtml(list: SessionList, question: ListQuestion, {now, zone}: ServerParts): string {
  if (list.total === 0) return emptyHtml(question)
  const groups =
    question.sort === 'time'
      ? groupByDay(list.sessions, now(), zone)
      : [{name: undefined, sessions: list.sessions}]
  return (
    groups
      .map(
        ({name, sessions}) =>
          `<section class="day" data-day="${name ?? ''}">${name === undefined ? '' : `<h2>${name}</h2>`}<ul class="sessions">${sessions.map((session) => sessionRow(session, {zone, now})).join('')}</ul></section>`,
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
  const kept = choicesOf(question).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const sorts = listSorts.map(
    (sort) => `<option${sort === question.sort ? ' selected' : ''}>${sort}</option>`,
  )
  return (
    `<form class="filter" role="search" action="/" method="get"><label class="unseen" for="filter">Filter the sessions</label><input id="filter" name="q" type="search" value="${escapeHtml(question.q)}" placeholder="Filter: title, project, branch, model" autocomplete="off" spellcheck="false" maxlength="200">${kept.join('')}` +
    `<label for="sort">Sort</label> <select id="sort" name="sort">${sorts.join('')}</select> <button>Show</button></form>`
  )
}
