import type {Hit, SearchResult} from '../../archive/search/search-result.ts'
import {getOrAdd} from '../../model/maps.ts'
import {firstLine, formatCount, formatNoun} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {timeTag} from '../../render/html/text/time-tag.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {folderName, formatSessionName, sessionUrl} from './page-format.ts'

/** The outcome of a search. */
export interface SearchOutcome {
  readonly q: string
  /** The requested maximum. */
  readonly maxHits: number
  readonly found: SearchResult | undefined
  /** The words of the query, to be marked in the session. */
  readonly words: string
  /** What is wrong with the query. */
  readonly mistake: string | undefined
}

/** The maximum number of hits that a page shows. */
export const maxShownHits = 300

/** The search page. */
export function renderSearchPage(answer: SearchOutcome, parts: ServerOptions): string {
  return renderAppPage(
    {
      title: answer.q === '' ? 'Search' : `Search: ${firstLine(answer.q, 60)}`,
      current: 'search',
      data: {page: 'search'},
      body: html`<main id="conversation" class="search" tabindex="-1"><header><h1>Search</h1><form role="search" action="/search" method="get"><label class="unseen" for="query">Search everything</label><input id="query" name="q" type="search" value="${answer.q}" placeholder="words, &quot;a phrase&quot;, tool:Bash error:yes project:… after:3d" autocomplete="off" spellcheck="false" maxlength="500"> <button>Search</button></form></header><div id="results" aria-live="polite">${renderSearchResults(answer, parts)}</div></main>`,
    },
    parts,
  )
}

/** The hits, or why there are none. */
export function renderSearchResults(
  {q, maxHits, found, words, mistake}: SearchOutcome,
  {zone}: ServerOptions,
): Html {
  if (mistake !== undefined) return html`<p class="mistake" role="alert">${mistake}</p>`
  if (q === '' || !found) return helpHtml
  const {hits, more, stopped} = found
  const note = stopped === undefined ? noHtml : html`<p class="note">${stopped}</p>`
  if (hits.length === 0) return html`<p class="empty">No results.</p>${note}`
  return html`<p class="count">${more ? 'Top ' : ''}${formatNoun(hits.length, 'hit')}</p>${note}${renderSearchFacets(q, hits)}<ol class="hits">${hits.map((hit) => hitItem(hit, words, zone))}</ol>${more && maxHits < maxShownHits ? moreHtml(q) : ''}`
}

const moreHtml = (q: string): Html =>
  html`<p class="pager"><a href="/search?q=${encodeURIComponent(q)}&amp;most=${maxShownHits}">Show more</a></p>`

const helpHtml = joinHtml([
  html`<div class="help"><p>Search prompts, responses, tool calls and output: words, <code>"phrases"</code>, <code>prefix*</code>, <code>-not</code>, <code>/regex/</code>, <code>OR</code>, and fields.</p>`,
  html`<ul><li><code>tool:Bash error:yes</code> commands that failed</li><li><code>kind:prompt project:shop after:yesterday</code> your prompts in this project since yesterday</li><li><code>file:src/index.ts</code> calls that used a file</li><li><code>cost&gt;1.50 model:opus</code> expensive sessions</li></ul></div>`,
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

/** The address of a hit: it leads to the message and marks the words there. */
function hitUrl({sessionId, callId, link}: Hit, words: string): string {
  // A record can contain the results of several calls.
  const at = callId ?? link.slice(link.indexOf('#') + 1)
  const find = words === '' ? '' : `&find=${encodeURIComponent(words)}`
  return `${sessionUrl(sessionId)}?at=${encodeURIComponent(at)}${find}`
}

function hitItem(hit: Hit, words: string, zone: string): Html {
  const {sessionId, title, project, kind, tool, isError, at: time, snippet} = hit
  const facts = [
    html`<span class="kind">${tool ?? kind}</span>`,
    isError ? html`<span class="bad">failed</span>` : noHtml,
    project ? html`<span class="folder">${project}</span>` : noHtml,
    time === undefined ? noHtml : html`${timeTag(time, zone, 'day')} ${timeTag(time, zone, 'minute')}`,
  ]
  return html`<li class="hit" data-session="${sessionId}"><h3><a href="${hitUrl(hit, words)}">${formatSessionName(sessionId, title)}</a></h3><p class="snippet">${snippetHtml(snippet)}</p><p class="about">${joinHtml(facts, ' ')}</p></li>`
}

/** A label, the search term, and the longer label if several values have the same short one. */
type Value = readonly [words: string, term: string, whole?: string]

const termOf = (field: string, value: string): string =>
  /^[\w./~-]+$/.test(value) ? `${field}:${value}` : `${field}:"${value.replaceAll(/["\\]/g, '\\$&')}"`

/** The ways to refine a search. */
const facets: readonly {readonly name: string; readonly values: (hit: Hit) => readonly Value[]}[] = [
  {
    name: 'Kind',
    values: ({kind, isError}) => [
      [kind, termOf('kind', kind)],
      ...(isError ? [['failed', 'error:yes'] as const] : []),
    ],
  },
  {name: 'Tool', values: ({tool}) => (tool ? [[tool, termOf('tool', tool)]] : [])},
  {
    name: 'Project',
    values: ({project}) => (project ? [[folderName(project), termOf('project', project), project]] : []),
  },
]

const maxFacetValues = 8

/** Links that refine a search, with counts; the link of a term that is already in the query removes it. */
export function renderSearchFacets(q: string, hits: readonly Hit[]): Html {
  const lines = facets.map(({name, values}) => {
    const counts = new Map<string, {readonly words: string; readonly whole: string; count: number}>()
    for (const hit of hits)
      for (const [words, term, whole = words] of values(hit)) {
        getOrAdd(counts, term, () => ({words, whole, count: 0})).count += 1
      }
    const isShared = (name: string): boolean =>
      [...counts.values()].filter(({words}) => words === name).length > 1
    const sorted = [...counts].sort(([, a], [, b]) => b.count - a.count).slice(0, maxFacetValues)
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
