import {type PageTurn, type SessionPage, walkEntries} from '../../page/index.ts'
import {branchSummary} from './entry/render-entries.ts'
import {renderMarkdownTurn} from './entry/render-turn.ts'
import {createMarkdownContext, type MarkdownOptions, type MarkdownSessionContext} from './markdown-options.ts'
import {renderFrontMatter} from './session/front-matter.ts'
import {createLinkTargets, type LinkTargets} from './session/link-targets.ts'
import {markdownSessionTitle, renderMarkdownSessionHead} from './session/session-head.ts'
import {blockChunks, detailsBlock} from './text/blocks.ts'

/** A whole session, with its heading at a level. */
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

/** Turns on a path that was left are folded together. */
function turnBlocks(turns: readonly PageTurn[], context: MarkdownSessionContext): readonly string[] {
  const blocks: string[] = []
  for (let at = 0; at < turns.length; ) {
    const branch = turns[at]?.branch
    let end = at + 1
    while (end < turns.length && turns[end]?.branch === branch) end += 1
    const shown = turns.slice(at, end).flatMap((turn) => renderMarkdownTurn(turn, context))
    if (branch === undefined) for (const block of shown) blocks.push(block)
    else blocks.push(detailsBlock(branchSummary(branch, context), shown))
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
export const renderMarkdownSession = (session: SessionPage, options: MarkdownOptions): string =>
  markdownSessionChunks(session, options).join('')

/** The same in pieces: it can be longer than a string may be. */
export function markdownSessionChunks(session: SessionPage, options: MarkdownOptions): readonly string[] {
  const head = options.frontMatter
    ? [renderFrontMatter(session, markdownSessionTitle(session), options.zone)]
    : []
  const blocks = sessionBlocks(session, options, 1, createLinkTargets(session.sessionId, new Set()))
  return [...blockChunks([...head, ...blocks]), '\n']
}
