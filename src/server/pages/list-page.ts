import {formatNoun} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
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
      body: html`<div class="columns"><aside class="rail facets" id="facets" aria-label="Choose">${facetsHtml(list.facets, question)}</aside><main id="conversation" class="list" tabindex="-1"><header><h1>Sessions</h1>${formHtml(question)}<p class="count" aria-live="polite">${formatNoun(list.total, 'session')}</p></header><div id="rows">${listHtml(list, question, parts)}</div></main></div>`,
    },
    parts,
  )
}

/** The parts of the page that change with what is asked for. */
export const listParts = (list: SessionList, question: ListQuestion, parts: ServerParts): Html =>
  html`<aside id="facets">${facetsHtml(list.facets, question)}</aside><div id="rows">${listHtml(list, question, parts)}</div>`

function listHtml(list: SessionList, question: ListQuestion, {now, zone}: ServerParts): Html {
  if (list.total === 0) return emptyHtml(question)
  const groups =
    question.sort === 'time'
      ? groupByDay(list.sessions, now(), zone)
      : [{name: undefined, sessions: list.sessions}]
  const days = groups.map(
    ({name, sessions}) =>
      html`<section class="day" data-day="${name ?? ''}">${name === undefined ? noHtml : html`<h2>${name}</h2>`}<ul class="sessions">${sessions.map((session) => sessionRow(session, {zone, now}))}</ul></section>`,
  )
  return html`${days}${pagerHtml(list.total, question)}`
}

function emptyHtml(question: ListQuestion): Html {
  const isAsked = listAddress(question, {sort: 'time'}) !== '/'
  return isAsked
    ? html`<p class="empty">No session is like that. <a href="/">Show all</a>.</p>`
    : html`<p class="empty">There are no sessions yet. Run <code>claude</code> in any folder, and they appear here.</p>`
}

function pagerHtml(total: number, question: ListQuestion): Html {
  const {from} = question
  const link = (to: number, rel: string, words: string): Html =>
    html`<a rel="${rel}" href="${listAddress(question, {from: to})}">${words}</a>`
  const links = [
    from > 0 ? link(Math.max(0, from - pageLength), 'prev', '← Newer') : noHtml,
    from + pageLength < total ? link(from + pageLength, 'next', 'Older →') : noHtml,
  ]
  const shown = joinHtml(links, ' ')
  return shown.markup === '' ? noHtml : html`<nav class="pager" aria-label="Pages">${shown}</nav>`
}

function formHtml(question: ListQuestion): Html {
  const kept = choicesOf(question).map(
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
