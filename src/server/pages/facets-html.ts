import {formatCount} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
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
export function facetsHtml(facets: Facets, question: ListQuestion): Html {
  const flags = (['live', 'errors'] as const).map((name) => flagHtml(name, facets[name], question))
  const chosen = listFacets.map((name) => facetHtml(name, facets, question))
  const shown = joinHtml(flags)
  return html`${shown.markup === '' ? noHtml : html`<ul class="facet">${shown}</ul>`}${chosen}`
}

function flagHtml(name: ListFlag, count: number, question: ListQuestion): Html {
  const isChosen = question[name]
  if (count === 0 && !isChosen) return noHtml
  return itemHtml(listAddress(question, {[name]: !isChosen}), flagWords[name], count, isChosen)
}

function facetHtml(name: ListFacet, facets: Facets, question: ListQuestion): Html {
  const values = facets[name]
  if (values.length === 0) return noHtml
  const items = values.map(({value, count}) => {
    const isChosen = question[name] === value
    const href = listAddress(question, {[name]: isChosen ? undefined : value})
    return itemHtml(href, nameHtml(value), count, isChosen)
  })
  return html`<details class="facet" id="facet-${name}" open><summary>${facetWords[name]}</summary><ul>${items}</ul></details>`
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
