import type {PageAgent, PageBranch, SessionPage} from '../../../page/index.ts'
import {type Html, html, trustedHtml} from '../html.ts'
import type {HtmlOptions} from '../html-options.ts'
import type {PartWriter} from './part-writer.ts'

/** What the parts of a session's page share. */
export interface HtmlSessionContext {
  readonly options: HtmlOptions
  readonly session: SessionPage
  readonly writer: PartWriter
  readonly branches: ReadonlyMap<string, PageBranch>
  readonly agents: ReadonlyMap<string, PageAgent>
  /** The hue of an agent, from 1. */
  readonly hueOf: (key: string) => number
  /** The id of the element with an anchor; several sessions on one page may share anchors. */
  readonly idOf: (anchor: string) => string
}

/** The ids that pages have for themselves. */
const ownIds: readonly string[] = ['conversation', 'outline', 'details', 'filters', 'keys', 'search', 'top']

/** A frame around a session. */
export const createHtmlSessionContext = (
  session: SessionPage,
  options: HtmlOptions,
  writer: PartWriter,
  idOf: HtmlSessionContext['idOf'] = safeHtmlId,
): HtmlSessionContext => {
  const hues = agentHueMap(session.agents.map(({key}) => key))
  return {
    options: {...options, folder: session.cwd ?? options.folder},
    session,
    writer,
    branches: branchesById(session.branches),
    agents: new Map(session.agents.map((agent) => [agent.key, agent])),
    hueOf: (key) => hues.get(key) ?? agentHue(key),
    idOf,
  }
}

/** Pieces of a session are drawn one by one, each with the same branches around it. */
const knownBranches = new WeakMap<readonly PageBranch[], HtmlSessionContext['branches']>()

function branchesById(branches: readonly PageBranch[]): HtmlSessionContext['branches'] {
  const known = knownBranches.get(branches)
  if (known) return known
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  knownBranches.set(branches, byId)
  return byId
}

/** An anchor as an id: letters, digits and a few marks, so that escaping and encoding change nothing. */
export function safeHtmlId(anchor: string): string {
  const id = anchor.replace(/[^\w.-]/g, (character) => `_${character.charCodeAt(0).toString(16)}`)
  return ownIds.includes(id) ? `_${id}` : id
}

/** The address of an anchor, relative to a part; on another part if it is already known. */
export function anchorHref(
  {options, writer, idOf}: HtmlSessionContext,
  anchor: string,
  part: number = writer.part,
): Html {
  const id = idOf(anchor)
  const there = writer.partOf(id)
  return there === undefined || there === part ? html`#${id}` : html`${partLink(options, there)}#${id}`
}

/** The address of a part, for an attribute. */
export const partLink = (options: HtmlOptions, part: number): Html => encodeAttribute(options.partHref(part))

/** A relative address that recount made, for an attribute. */
export const encodeAttribute = (href: string): Html =>
  trustedHtml(href.replace(/[&"'<>`\s]/g, (character) => `&#${character.charCodeAt(0)};`))

/** How many quiet hues agents have. */
const hues = 6

/** The hue of an agent by itself, from 1: the same for the same agent on every page. */
export function agentHue(key: string): number {
  let hash = 2166136261
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 16777619)
  return ((hash >>> 0) % hues) + 1
}

/** Assigns hues to the agents of a session on demand, so that up to six are distinguishable. */
export function assignAgentHues(): (key: string) => number {
  const found = new Map<string, number>()
  let used = new Set<number>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known
    if (used.size === hues) used = new Set()
    let hue = agentHue(key)
    while (used.has(hue)) hue = (hue % hues) + 1
    used.add(hue)
    found.set(key, hue)
    return hue
  }
}

/** The hues of agents that are all known. */
export function agentHueMap(keys: readonly string[]): ReadonlyMap<string, number> {
  const hueOfKey = assignAgentHues()
  return new Map(keys.map((key) => [key, hueOfKey(key)]))
}
