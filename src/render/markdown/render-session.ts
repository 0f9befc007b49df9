import {
  formatZonedTime,
  type PageTurn,
  type SessionPage,
  sanitizeLine,
  walkEntries,
} from '../../page/index.ts'
import {branchSummary, runsOfBranches} from './entry/render-entries.ts'
import {renderMarkdownTurn} from './entry/render-turn.ts'
import {createMarkdownContext, type MarkdownOptions, type MarkdownSessionContext} from './markdown-options.ts'
import {createLinkTargets, type LinkTargets} from './session/link-targets.ts'
import {markdownSessionTitle, renderMarkdownSessionHead} from './session/session-head.ts'
import {blockChunks, detailsBlock} from './text/blocks.ts'

/** A complete session, with its heading at a level. */
export function sessionBlocks(
  session: SessionPage,
  options: MarkdownOptions,
  level: number,
  places: LinkTargets,
): readonly string[] {
  const context: MarkdownSessionContext = {
    ...createMarkdownContext(options, session.cwd, level, places),
    branches: new Map(session.branches.map((branch) => [branch.id, branch])),
    wanted: wantedIn(session),
    branch: undefined,
  }
  return [...renderMarkdownSessionHead(session, context), ...turnBlocks(session.turns, context)]
}

/** Turns on a path that was left are collapsed together. */
function turnBlocks(turns: readonly PageTurn[], context: MarkdownSessionContext): readonly string[] {
  const blocks: string[] = []
  for (const {branch, run} of runsOfBranches(turns)) {
    const shown = run.flatMap((turn) => renderMarkdownTurn(turn, context))
    if (branch === undefined) for (const block of shown) blocks.push(block)
    else blocks.push(detailsBlock(branchSummary(branch, context), shown))
  }
  return blocks
}

/** Turns have their anchors anyway. */
function wantedIn({files, agents, branches, turns}: SessionPage): ReadonlySet<string> {
  const wanted = new Set<string>()
  const want = (anchor: string | undefined): void => {
    if (anchor !== undefined) wanted.add(anchor)
  }
  for (const {anchor} of [...files, ...agents, ...branches]) want(anchor)
  for (const {entries} of turns) for (const {refersTo} of walkEntries(entries)) want(refersTo)
  for (const {anchor} of turns) wanted.delete(anchor)
  return wanted
}

/** A session as GitHub-flavoured Markdown: the request as headings, the answer as prose, calls collapsed. */
export const renderMarkdownSession = (session: SessionPage, options: MarkdownOptions): string =>
  markdownSessionChunks(session, options).join('')

/** The same in chunks, because it can be longer than a string. */
export function markdownSessionChunks(session: SessionPage, options: MarkdownOptions): readonly string[] {
  const head = options.frontMatter
    ? [renderFrontMatter(session, markdownSessionTitle(session), options.zone)]
    : []
  const blocks = sessionBlocks(session, options, 1, createLinkTargets(session.sessionId, new Set()))
  return [...blockChunks([...head, ...blocks]), '\n']
}

type Value = string | number | readonly string[] | undefined

/**
 * The facts of a session as YAML. Every text is a JSON string, which is valid YAML and cannot end early. A
 * reader of Markdown that knows no front matter takes all of it for prose, so it contains no HTML and no marks either.
 */
function renderFrontMatter(session: SessionPage, title: string, zone: string): string {
  const {sessionId, cwd, gitBranch, models, clientVersion, startedAt, endedAt, summary, cost} = session
  const facts: readonly (readonly [string, Value])[] = [
    ['title', title],
    ['session', sessionId],
    ['date', date(startedAt, zone)],
    ['ended', date(endedAt, zone)],
    ['project', cwd],
    ['branch', gitBranch],
    ['models', models],
    ['client', clientVersion],
    ['turns', summary.turns],
    ['tools', summary.toolCalls],
    ['failed_tools', summary.failedToolCalls],
    ['tokens', summary.tokens],
    ['cost_usd', cost === undefined ? undefined : Number(cost.usd.toFixed(6))],
    ['tags', ['claude-code', ...tagOf(cwd)]],
  ]
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${written(name, value)}`],
  )
  return ['---', ...lines, '---'].join('\n')
}

function written(name: string, value: Exclude<Value, undefined>): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'string') return name === 'date' || name === 'ended' ? value : quoted(value)
  return `[${value.map(quoted).join(', ')}]`
}

/** What means something in HTML or Markdown: tags, entities, code, emphasis, links, cells, mentions, references. */
const marks = /[<>&`*[\]~|@#$]|%(?=%)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** YAML reads an escape as the character that it encodes; HTML and Markdown do not know it. */
const quoted = (text: string): string =>
  JSON.stringify(sanitizeLine(text)).replace(
    marks,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** As programs for notes take it for a date. */
const date = (instant: number | undefined, zone: string): string | undefined => {
  const moment = formatZonedTime(instant, zone)?.replace(' ', 'T')
  return moment !== undefined && /^\d{4}-[\d-]+T[\d:]+$/.test(moment) ? moment : undefined
}

/** A tag has letters, digits and strokes, and not digits alone. */
function tagOf(folder: string | undefined): readonly string[] {
  const name = folder?.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const tag = sanitizeLine(name.slice(0, 100))
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return /\p{L}/u.test(tag) ? [tag] : []
}
