import {
  createSessionCard,
  excerptLine,
  formatCost,
  formatNoun,
  formatTokens,
  formatZonedTime,
  type Instant,
  resumeCommandLine,
  type SessionCard,
  type SessionPage,
  sanitizeLine,
  sessionName,
} from '../../../page/index.ts'
import type {MarkdownContext, MarkdownOptions} from '../markdown-options.ts'
import {detailsBlock, headingBlock, tableBlock} from '../text/blocks.ts'
import {inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeMarkdown, escapeMarkdownLine} from '../text/escape-markdown.ts'
import {safeMarkdownUrl} from '../text/safe-url.ts'

/** What is above the first turn: the title, the facts, and lists of what was touched and who worked. */
export function renderMarkdownSessionHead(session: SessionPage, context: MarkdownContext): readonly string[] {
  return [
    ...headingBlock(context.level, escapeMarkdownLine(markdownSessionTitle(session))),
    markdownSessionFacts(createSessionCard(session), context),
    place(session),
    related(session, context),
    files(session, context),
    agents(session, context),
    branches(session, context),
  ].filter((block) => block !== '')
}

function place({cwd, gitBranch, sessionId}: SessionPage): string {
  const where = [
    cwd === undefined ? '' : `In ${inlineMarkdownCode(cwd)}`,
    gitBranch ? `on branch ${inlineMarkdownCode(gitBranch)}` : '',
  ]
  const command = resumeCommandLine(sessionId, undefined)
  const resume = command ? `resume with ${inlineMarkdownCode(command.shell)}` : ''
  return [...where, resume].filter((part) => part !== '').join(' · ')
}

function related({continues, continuedBy}: SessionPage, context: MarkdownContext): string {
  const link = (id: string): string => {
    const href = safeMarkdownUrl(context.sessionHref(id) ?? '')
    return href === undefined ? inlineMarkdownCode(id) : `[${inlineMarkdownCode(id)}](${href})`
  }
  return [
    ...(continues === undefined ? [] : [`Continues ${link(continues)}`]),
    ...(continuedBy.length === 0 ? [] : [`Continued by ${continuedBy.map(link).join(', ')}`]),
  ].join(' · ')
}

function files({files: touched, cwd = ''}: SessionPage, {targets}: MarkdownContext): string {
  if (touched.length === 0) return ''
  const rows = touched.map(({path, reads, changes, linesAdded, linesRemoved, anchor}) => [
    targets.link(
      inlineMarkdownCode(path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path, true),
      anchor,
    ),
    String(reads),
    String(changes),
    // The changes of a file that was written completely are unknown.
    linesAdded + linesRemoved === 0 ? '' : `+${linesAdded} −${linesRemoved}`,
  ])
  const table = tableBlock(['File', 'Reads', 'Changes', 'Lines'], rows, new Set([1, 2, 3]))
  return detailsBlock(formatNoun(touched.length, 'file'), [table])
}

function agents({agents: listed}: SessionPage, {targets}: MarkdownContext): string {
  if (listed.length === 0) return ''
  const lines = listed.map(({name, type, state, toolCalls: calls, anchor}) => {
    const words = escapeMarkdownLine(excerptLine(name, 80)) || 'agent'
    const named = anchor === undefined ? words : targets.link(words, anchor)
    const facts = [type === undefined ? '' : escapeMarkdownLine(type), state, formatNoun(calls, 'tool call')]
    return `- ${state === 'failed' ? '✗' : '◇'} ${[named, ...facts.filter(Boolean)].join(' · ')}`
  })
  return detailsBlock(formatNoun(listed.length, 'agent'), [lines.join('\n')])
}

function branches({branches: left}: SessionPage, {targets}: MarkdownContext): string {
  if (left.length === 0) return ''
  const lines = left.map(({prompt, records, anchor}) => {
    const words =
      escapeMarkdown(excerptLine(sanitizeLine(prompt ?? ''), 80), {cell: false, link: true}) || 'no prompt'
    return `- ⑂ ${anchor === undefined ? words : targets.link(words, anchor)} · ${formatNoun(records, 'record')}`
  })
  return detailsBlock(formatNoun(left.length, 'abandoned branch', 'abandoned branches'), [lines.join('\n')])
}

/** The name of a session on one line, not escaped. */
export const markdownSessionTitle = (session: Parameters<typeof sessionName>[0]): string =>
  excerptLine(sessionName(session), 100) || 'Session'

/** A session in one line: when, by whom, how much. */
export function markdownSessionFacts(
  card: SessionCard,
  {zone, timestamps}: Pick<MarkdownOptions, 'zone' | 'timestamps'>,
): string {
  const {models, startedAt, endedAt, turns, toolCalls: tools, errors, agents, tokens, cost} = card
  const failed = errors === 0 ? '' : ` (${errors} failed)`
  return [
    (timestamps && formatZonedSpan(startedAt, endedAt, zone)) || '',
    models.map(escapeMarkdownLine).join(', '),
    formatNoun(turns, 'turn'),
    tools === 0 ? '' : `${formatNoun(tools, 'tool call')}${failed}`,
    agents === 0 ? '' : formatNoun(agents, 'agent'),
    tokens === undefined ? '' : `${formatTokens(tokens)} tokens`,
    cost === undefined ? '' : formatCost(cost),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

/** From when to when, to the minute; the day of the end only if it is another day. */
function formatZonedSpan(
  from: Instant | undefined,
  to: Instant | undefined,
  zone: string,
): string | undefined {
  const [start, end] = [formatZonedTime(from, zone)?.slice(0, -3), formatZonedTime(to, zone)?.slice(0, -3)]
  if (start === undefined || end === undefined || start === end) return start ?? end
  const [day, clock] = end.split(' ')
  return `${start} – ${start.startsWith(`${day} `) ? clock : end}`
}
