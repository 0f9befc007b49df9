import {excerptLine, formatNoun, type ProjectCard, sanitizeLine, sortProjects} from '../../page/index.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {markdownSessionFacts, markdownSessionTitle} from './session/session-head.ts'
import {headingBlock, joinBlocks} from './text/blocks.ts'
import {escapeMarkdown, escapeMarkdownLine} from './text/escape-markdown.ts'
import {safeMarkdownUrl} from './text/safe-url.ts'

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
