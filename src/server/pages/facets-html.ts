import {formatCount} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'
import type {Facets} from '../catalog/count-facets.ts'
import type {ListFacet, ListFlag, ListQuestion} from '../catalog/list-question.ts'
import {listAddress, listFacets} from '../catalog/list-question.ts'

const flagWords: Readonly<Record<ListFlag, string>> = {live: 'Going on', errors: 'With errors'}

const facetWords: Readonly<Record<ListFacet, string>> = {
  project: 'Project',
  branch: 'Branch',
  model: 'Model',
  tool: 'Tool',
}

/** What a list can be narrowed down by, each a link; what was chosen leads back. */
export function facetsHtml(facets: Facets, question: ListQuestion): string {
  const flags = (['live', 'errors'] as const).map((name) => flagHtml(name, facets[name], question)).join('')
  const chosen = listFacets.map((name) => facetHtml(name, facets, question)).join('')
  return (flags === '' ? '' : `<ul class="facet">${flags}</ul>`) + chosen
}

function flagHtml(name: ListFlag, count: number, question: ListQuestion): string {
  const isChosen = question[name]
  if (count === 0 && !isChosen) return ''
  return itemHtml(listAddress(question, {[name]: !isChosen}), flagWords[name], count, isChosen)
}

function facetHtml(name: ListFacet, facets: Facets, question: ListQuestion): string {
  const values = facets[name]
  if (values.length === 0) return ''
  const items = values.map(({value, count}) => {
    const isChosen = question[name] === value
    const href = listAddress(question, {[name]: isChosen ? undefined : value})
    return itemHtml(href, nameHtml(value), count, isChosen)
  })
  return `<details class="facet" id="facet-${name}" open><summary>${facetWords[name]}</summary><ul>${items.join('')}</ul></details>`
}

/** Where there is not enough room, what a path or a tool of a server begins with is cut: its end tells it from others. */
function nameHtml(value: string): string {
  const [, way = '', end = value] = /^(.+)((?:[/\\]|__).+?)$/s.exec(value) ?? []
  const first = way === '' ? '' : `<span class="way">${escapeHtml(way)}</span>`
  return `<bdi title="${escapeHtml(value)}">${first}<span class="end">${escapeHtml(end)}</span></bdi>`
}

/** What was not chosen says so: the script keeps marks of its own where nothing is said. */
const itemHtml = (href: string, words: string, count: number, isChosen: boolean): string =>
  `<li><a href="${escapeHtml(href)}" aria-current="${isChosen}">${words}</a> <span class="count">${formatCount(count)}</span></li>`
