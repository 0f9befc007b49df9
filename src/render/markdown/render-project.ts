import {
  type Article,
  createSessionCard,
  excerptLine,
  formatNoun,
  noEntryCounts,
  type ProjectCard,
  type SessionPage,
  sanitizeLine,
  sortProjects,
} from '../../page/index.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {sessionBlocks} from './render-session.ts'
import {createLinkTargets} from './session/link-targets.ts'
import {markdownSessionFacts, markdownSessionTitle} from './session/session-head.ts'
import {blockChunks, headingBlock, joinBlocks} from './text/blocks.ts'
import {escapeMarkdown, escapeMarkdownLine} from './text/escape-markdown.ts'
import {safeMarkdownUrl} from './text/safe-url.ts'

/** A session among others; ids in `taken` are used in the file already. */
export function renderMarkdownArticle(
  session: SessionPage,
  options: MarkdownOptions,
  taken: ReadonlySet<string>,
): Article {
  const places = createLinkTargets(session.sessionId, taken)
  const name = `session-${session.sessionId}`
  return {
    text: blockChunks(['---', places.add(name), ...sessionBlocks(session, options, 2, places)]),
    listItem: `- ${places.link(escapeMarkdownLine(markdownSessionTitle(session)), name)} · ${markdownSessionFacts(createSessionCard(session), options)}`,
    tableRow: '',
    counts: noEntryCounts,
    ids: places.ids,
  }
}

/** Sessions of a project in one file, in the order they are given, with a list of them first. */
export const renderMarkdownProject = (name: string, articles: readonly Article[]): string =>
  markdownProjectChunks(name, articles).join('')

/** The same in chunks, because it can be longer than a string. */
export const markdownProjectChunks = (name: string, articles: readonly Article[]): readonly string[] => [
  ...blockChunks([
    ...headingBlock(1, escapeMarkdownLine(excerptLine(name, 200)) || 'Sessions'),
    articles.map(({listItem}) => listItem).join('\n'),
  ]),
  // Each begins with a rule, so that no list runs into another.
  ...articles.flatMap(({text}) => ['\n\n', ...text]),
  '\n',
]

type Card = ProjectCard['sessions'][number]

/** A list of projects and their sessions, what happened last first. */
export function renderMarkdownIndex(projects: readonly ProjectCard[], options: MarkdownOptions): string {
  const newest = sortProjects(projects)
  const sessions = newest.reduce((sum, project) => sum + project.sessions.length, 0)
  return `${joinBlocks([
    '# Sessions',
    `${formatNoun(sessions, 'session')} in ${formatNoun(newest.length, 'project')}`,
    ...newest.flatMap((project) => projectBlocks(project, options)),
  ])}\n`
}

function projectBlocks({name, href, sessions}: ProjectCard, options: MarkdownOptions): readonly string[] {
  return [
    ...headingBlock(2, linkIf(escapeMarkdownLine(excerptLine(name, 200)) || 'No folder', href)),
    sessions.map((card) => sessionLine(card, options)).join('\n'),
  ]
}

function sessionLine(card: Card, options: MarkdownOptions): string {
  const title = linkIf(escapeMarkdownLine(markdownSessionTitle(card)), card.href)
  const line = `- **${title}**${card.isArchivedOnly ? ' (archived)' : ''}\\\n  ${markdownSessionFacts(card, options)}`
  const prompt = excerptLine(sanitizeLine(card.firstPrompt ?? ''), 160)
  return card.title === undefined || prompt === '' ? line : `${line}\\\n  › ${escapeMarkdown(prompt)}`
}

function linkIf(words: string, href: string | undefined): string {
  const url = href === undefined ? undefined : safeMarkdownUrl(href)
  return url === undefined ? words : `[${words}](${url})`
}
