import type {Hit} from '../../archive/search/hit.ts'
import {formatCount} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {folderName} from './words.ts'

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
