import {
  cardOf,
  formatCost,
  formatNoun,
  formatTokens,
  resumeCommand,
  type SessionCard,
  type SessionPage,
} from '../../page/index.ts'
import {details, headingBlock, tableBlock} from './blocks.ts'
import {escapeText, escapeWords} from './escape-text.ts'
import {inlineCode} from './fence.ts'
import type {MarkdownContext, MarkdownOptions} from './markdown-options.ts'
import {spanIn} from './moment.ts'
import {safeUrl} from './safe-url.ts'
import {excerpt, sanitizeLine} from './sanitize.ts'

/** What stands above the first turn: the title, the facts, and lists of what was touched and who worked. */
export function sessionHead(session: SessionPage, context: MarkdownContext): readonly string[] {
  return [
    ...headingBlock(context.level, escapeWords(sessionTitle(session))),
    sessionFacts(cardOf(session), context),
    place(session),
    related(session, context),
    files(session, context),
    agents(session, context),
    branches(session, context),
  ].filter((block) => block !== '')
}

function place({folder, gitBranch, id}: SessionPage): string {
  const where = [
    folder === undefined ? '' : `In ${inlineCode(folder)}`,
    gitBranch ? `on branch ${inlineCode(gitBranch)}` : '',
  ]
  const command = resumeCommand(id, undefined)
  const resume = command ? `resume with ${inlineCode(command.shell)}` : ''
  return [...where, resume].filter((part) => part !== '').join(' · ')
}

function related({continues, continuedBy}: SessionPage, context: MarkdownContext): string {
  const link = (id: string): string => {
    const href = safeUrl(context.sessionHref(id) ?? '')
    return href === undefined ? inlineCode(id) : `[${inlineCode(id)}](${href})`
  }
  return [
    ...(continues === undefined ? [] : [`Continues ${link(continues)}`]),
    ...(continuedBy.length === 0 ? [] : [`Continued by ${continuedBy.map(link).join(', ')}`]),
  ].join(' · ')
}

function files({files: touched, folder = ''}: SessionPage, {places}: MarkdownContext): string {
  if (touched.length === 0) return ''
  const rows = touched.map(({path, reads, changes, linesAdded, linesRemoved, anchor}) => [
    places.link(
      inlineCode(path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path, true),
      anchor,
    ),
    String(reads),
    String(changes),
    // Of a file that was written whole nobody knows what changed.
    linesAdded + linesRemoved === 0 ? '' : `+${linesAdded} −${linesRemoved}`,
  ])
  const table = tableBlock(['File', 'Reads', 'Changes', 'Lines'], rows, new Set([1, 2, 3]))
  return details(formatNoun(touched.length, 'file'), [table])
}

function agents({agents: listed}: SessionPage, {places}: MarkdownContext): string {
  if (listed.length === 0) return ''
  const lines = listed.map(({name, type, state, calls, anchor}) => {
    const words = escapeWords(excerpt(name, 80)) || 'agent'
    const named = anchor === undefined ? words : places.link(words, anchor)
    const facts = [type === undefined ? '' : escapeWords(type), state, formatNoun(calls, 'tool call')]
    return `- ${state === 'failed' ? '✗' : '◇'} ${[named, ...facts.filter(Boolean)].join(' · ')}`
  })
  return details(formatNoun(listed.length, 'agent'), [lines.join('\n')])
}

function branches({branches: left}: SessionPage, {places}: MarkdownContext): string {
  if (left.length === 0) return ''
  const lines = left.map(({prompt, records, anchor}) => {
    const words =
      escapeText(excerpt(sanitizeLine(prompt ?? ''), 80), {cell: false, link: true}) || 'no prompt'
    return `- ⑂ ${anchor === undefined ? words : places.link(words, anchor)} · ${formatNoun(records, 'record')}`
  })
  return details(formatNoun(left.length, 'path that was left', 'paths that were left'), [lines.join('\n')])
}

/** What to call a session: its title, else what was asked first, else the beginning of its id. On one line, not yet escaped. */
export const sessionTitle = ({
  title,
  firstPrompt,
  id,
}: Pick<SessionCard, 'title' | 'firstPrompt' | 'id'>): string =>
  [title, firstPrompt, `Session ${id.slice(0, 8)}`]
    .map((name) => excerpt(name ?? '', 100))
    .find((name) => name !== '') ?? 'Session'

/** A session in one line: when, by whom, how much. */
export function sessionFacts(
  card: SessionCard,
  {zone, timestamps}: Pick<MarkdownOptions, 'zone' | 'timestamps'>,
): string {
  const {models, startedAt, endedAt, turns, tools, errors, agents, tokens, cost} = card
  const failed = errors === 0 ? '' : ` (${errors} failed)`
  return [
    (timestamps && spanIn(startedAt, endedAt, zone)) || '',
    models.map(escapeWords).join(', '),
    formatNoun(turns, 'turn'),
    tools === 0 ? '' : `${formatNoun(tools, 'tool call')}${failed}`,
    agents === 0 ? '' : formatNoun(agents, 'agent'),
    tokens === undefined ? '' : `${formatTokens(tokens)} tokens`,
    cost === undefined ? '' : formatCost(cost),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}
