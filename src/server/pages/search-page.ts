import type {Found, Hit} from '../../archive/search/hit.ts'
import {formatCount, formatNoun, oneLine} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {timeTag} from '../../render/html/time-tag.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import {folderName, sessionAddress, sessionName} from './words.ts'

/** What a search came to. */
export interface Answer {
  readonly q: string
  /** As many as were asked for. */
  readonly most: number
  readonly found: Found | undefined
  /** What is wrong with the query. */
  readonly mistake: string | undefined
}

/** More hits than this are shown to nobody: a search that finds so many is none. */
export const manyHits = 300

/** The search page. */
export function searchPage(answer: Answer, parts: ServerParts): string {
  return appDocument(
    {
      title: answer.q === '' ? 'Search' : `Search: ${oneLine(answer.q, 60)}`,
      place: 'search',
      data: {page: 'search'},
      body: html`<main id="conversation" class="search" tabindex="-1"><header><h1>Search</h1><form role="search" action="/search" method="get"><label class="unseen" for="query">Search everything</label><input id="query" name="q" type="search" value="${answer.q}" placeholder="words, &quot;a phrase&quot;, tool:Bash error:yes project:… after:3d" autocomplete="off" spellcheck="false" maxlength="500"> <button>Search</button></form></header><div id="results" aria-live="polite">${resultsHtml(answer, parts)}</div></main>`,
    },
    parts,
  )
}

/** What was found, or why nothing was. */
export function resultsHtml({q, most, found, mistake}: Answer, {zone}: ServerParts): Html {
  if (mistake !== undefined) return html`<p class="mistake" role="alert">${mistake}</p>`
  if (q === '' || !found) return helpHtml
  const {hits, more, stopped} = found
  const note = stopped === undefined ? noHtml : html`<p class="note">${stopped}</p>`
  if (hits.length === 0) return html`<p class="empty">Nothing was found.</p>${note}`
  return html`<p class="count">${more ? 'The first ' : ''}${formatNoun(hits.length, 'hit')}</p>${note}${searchFacets(q, hits)}<ol class="hits">${hits.map((hit) => hitItem(hit, zone))}</ol>${more && most < manyHits ? moreHtml(q) : ''}`
}

const moreHtml = (q: string): Html =>
  html`<p class="pager"><a href="/search?q=${encodeURIComponent(q)}&amp;most=${manyHits}">Show more</a></p>`

const helpHtml = joinHtml([
  html`<div class="help"><p>Everything that was said and done can be found: words, <code>"phrases"</code>, <code>prefix*</code>, <code>-not</code>, <code>/regex/</code>, <code>OR</code>, and fields.</p>`,
  html`<ul><li><code>tool:Bash error:yes</code> commands that failed</li><li><code>kind:prompt project:shop after:yesterday</code> what you asked there since yesterday</li><li><code>file:src/index.ts</code> what was done to a file</li><li><code>cost&gt;1.50 model:opus</code> dear sessions</li></ul></div>`,
])

function snippetHtml({text, marks, cutBefore, cutAfter}: Hit['snippet']): Html {
  const parts: Html[] = []
  let at = 0
  for (const {start, end} of marks) {
    parts.push(html`${text.slice(at, start)}<mark>${text.slice(start, end)}</mark>`)
    at = end
  }
  return html`${cutBefore ? '…' : ''}${parts}${text.slice(at)}${cutAfter ? '…' : ''}`
}

function hitItem(hit: Hit, zone: string): Html {
  const {session, title, project, kind, tool, failed, time, message, snippet} = hit
  const at = message === undefined ? '' : `?at=${encodeURIComponent(message)}`
  const facts = [
    html`<span class="kind">${tool ?? kind}</span>`,
    failed ? html`<span class="bad">failed</span>` : noHtml,
    project ? html`<span class="folder">${project}</span>` : noHtml,
    time === undefined ? noHtml : html`${timeTag(time, zone, 'day')} ${timeTag(time, zone, 'minute')}`,
  ]
  return html`<li class="hit" data-session="${session}"><h3><a href="${sessionAddress(session)}${at}">${sessionName(session, title)}</a></h3><p class="snippet">${snippetHtml(snippet)}</p><p class="about">${joinHtml(facts, ' ')}</p></li>`
}

/** What hits can be narrowed down by: the word for it, and the term that asks for it. */
interface HitFacet {
  readonly name: string
  readonly values: (hit: Hit) => readonly Value[]
}

/** What people call it, or where others are called so too, `whole`. */
type Value = readonly [words: string, term: string, whole?: string]

const termOf = (field: string, value: string): string =>
  /^[\w./~-]+$/.test(value) ? `${field}:${value}` : `${field}:"${value.replaceAll(/["\\]/g, '\\$&')}"`

const facets: readonly HitFacet[] = [
  {
    name: 'Kind',
    values: ({kind, failed}) => [
      [kind, termOf('kind', kind)],
      ...(failed ? [['failed', 'error:yes'] as const] : []),
    ],
  },
  {name: 'Tool', values: ({tool}) => (tool ? [[tool, termOf('tool', tool)]] : [])},
  {
    name: 'Project',
    values: ({project}) => (project ? [[folderName(project), termOf('project', project), project]] : []),
  },
]

const mostValues = 8

/** What was found can be narrowed down by, with how many of it there are; each is a search. What is asked already leads back. */
export function searchFacets(q: string, hits: readonly Hit[]): Html {
  const lines = facets.map(({name, values}) => {
    const counts = new Map<string, {readonly words: string; readonly whole: string; count: number}>()
    for (const hit of hits)
      for (const [words, term, whole = words] of values(hit)) {
        const known = counts.get(term)
        if (known) known.count += 1
        else counts.set(term, {words, whole, count: 1})
      }
    const isShared = (name: string): boolean =>
      [...counts.values()].filter(({words}) => words === name).length > 1
    const sorted = [...counts].sort(([, a], [, b]) => b.count - a.count).slice(0, mostValues)
    const links = sorted.map(([term, {words, whole, count}]) =>
      linkHtml(q, term, isShared(words) ? whole : words, count),
    )
    return links.length === 0 ? noHtml : html`<div><dt>${name}</dt><dd>${joinHtml(links, ' ')}</dd></div>`
  })
  return html`<dl class="hit-facets">${lines}</dl>`
}

function linkHtml(q: string, term: string, words: string, count: number): Html {
  const isAsked = ` ${q} `.includes(` ${term} `)
  const next = isAsked ? ` ${q} `.replace(` ${term} `, ' ') : `${q} ${term}`
  return html`<a href="/search?q=${encodeURIComponent(next.trim())}" aria-current="${String(isAsked)}" title="${term}">${words} <span class="count">${formatCount(count)}</span></a>`
}
