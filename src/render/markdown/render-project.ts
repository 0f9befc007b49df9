import {cardOf, type SessionPage} from '../../page/index.ts'
import {anchor, linkToAnchor} from './anchor.ts'
import {escapeWords} from './escape-text.ts'
import {excerpt} from './excerpt.ts'
import {headingBlock} from './heading-block.ts'
import {joinBlocks} from './join-blocks.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {sessionBlocks} from './session-blocks.ts'
import {sessionFacts} from './session-facts.ts'
import {sessionTitle} from './session-title.ts'

/** All sessions of a project in one file, in the order they are given, with a list of them first. */
export function renderMarkdownProject(
  name: string,
  sessions: readonly SessionPage[],
  options: MarkdownOptions,
): string {
  const list = sessions.map((session) => {
    const title = linkToAnchor(escapeWords(sessionTitle(session)), nameOf(session))
    return `- ${title} · ${sessionFacts(cardOf(session), options)}`
  })
  return `${joinBlocks([
    ...headingBlock(1, escapeWords(excerpt(name, 200)) || 'Sessions'),
    list.join('\n'),
    ...sessions.flatMap((session) => ['---', anchor(nameOf(session)), ...sessionBlocks(session, options, 2)]),
  ])}\n`
}

const nameOf = ({id}: SessionPage): string => `session-${id}`
