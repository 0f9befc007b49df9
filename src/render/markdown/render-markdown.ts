import {type PageTurn, type SessionPage, walkEntries} from '../../page/index.ts'
import {blockPieces, details} from './blocks.ts'
import {frontMatter} from './front-matter.ts'
import {contextOf, type MarkdownOptions, type StoryContext} from './markdown-options.ts'
import {type Places, placesIn} from './places.ts'
import {pathSummary} from './render-entries.ts'
import {renderTurn} from './render-turn.ts'
import {sessionHead, sessionTitle} from './session-head.ts'

/** A whole session, with its heading at a level. */
export function sessionBlocks(
  session: SessionPage,
  options: MarkdownOptions,
  level: number,
  places: Places,
): readonly string[] {
  const context: StoryContext = {
    ...contextOf(options, session.folder, level, places),
    branches: new Map(session.branches.map((branch) => [branch.id, branch])),
    wanted: wantedIn(session),
    branch: undefined,
  }
  return [...sessionHead(session, context), ...turnBlocks(session.turns, context)]
}

/** Turns on a path that was left are folded together. */
function turnBlocks(turns: readonly PageTurn[], context: StoryContext): readonly string[] {
  const blocks: string[] = []
  for (let at = 0; at < turns.length; ) {
    const branch = turns[at]?.branch
    let end = at + 1
    while (end < turns.length && turns[end]?.branch === branch) end += 1
    const told = turns.slice(at, end).flatMap((turn) => renderTurn(turn, context))
    if (branch === undefined) for (const block of told) blocks.push(block)
    else blocks.push(details(pathSummary(branch, context), told))
    at = end
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

/** A session as GitHub-flavoured Markdown: the request as headings, the answer as prose, calls folded. */
export const renderMarkdown = (session: SessionPage, options: MarkdownOptions): string =>
  markdownPieces(session, options).join('')

/** The same in pieces: it can be longer than a string may be. */
export function markdownPieces(session: SessionPage, options: MarkdownOptions): readonly string[] {
  const head = options.frontMatter ? [frontMatter(session, sessionTitle(session), options.zone)] : []
  const blocks = sessionBlocks(session, options, 1, placesIn(session.id, new Set()))
  return [...blockPieces([...head, ...blocks]), '\n']
}
