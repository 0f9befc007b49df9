import type {SessionPage, Summary} from '../../page/index.ts'
import {
  formatCount,
  formatDuration,
  formatNoun,
  formatTokens,
  plainLine,
  resumeCommand,
} from '../../page/index.ts'
import {costWords} from './cost-words.ts'
import {escapeHtml} from './escape.ts'
import type {Frame} from './frame.ts'
import {encodeAttribute} from './frame.ts'
import {stateMarks} from './marks.ts'
import {timeRange} from './time-tag.ts'
import {timelineSvg} from './timeline-svg.ts'

/** What a session is called: its title, else what was asked first. */
export const titleOf = ({title, firstPrompt, id}: SessionPage): string =>
  plainLine(title ?? firstPrompt ?? `Session ${id.slice(0, 8)}`, 96)

/** The head of a session: what it is, what it took, how to go on with it, and when everything was. */
export function sessionHeader(frame: Frame, heading: 'h1' | 'h2', facts: string = headFacts(frame)): string {
  const {session, writer, idOf} = frame
  return (
    `<header class="session_header"${writer.id(idOf(`session-${session.id}`))}>` +
    `<${heading} class="session-title">${escapeHtml(titleOf(session))}</${heading}>${facts}</header>`
  )
}

/** What a head says below its title. */
export const headFacts = (frame: Frame): string =>
  placeOf(frame) + factsOf(frame) + continuations(frame) + resumeOf(frame.session) + timelineSvg(frame)

/** The head of a later part. */
export const partHeader = ({session}: Frame, part: number, parts: number): string =>
  `<header class="session_header"><h1 class="session-title">${escapeHtml(titleOf(session))}</h1><p class="place">Part ${part} of ${parts}</p></header>`

function placeOf({session, options}: Frame): string {
  const {folder, gitBranch, models, version, startedAt, endedAt} = session
  const when = options.timestamps ? timeRange(startedAt, endedAt, options.zone) : ''
  const facts = [
    when === '' ? '' : `<span class="when">${when}</span>`,
    folder === undefined ? '' : `<span class="folder" title="Folder">${escapeHtml(folder)}</span>`,
    !gitBranch ? '' : `<span class="git" title="Branch">${escapeHtml(gitBranch)}</span>`,
    ...models.map((model) => `<span class="model" title="Model">${escapeHtml(model)}</span>`),
    version === undefined ? '' : `<span class="client" title="Client">${escapeHtml(version)}</span>`,
  ].filter(Boolean)
  return facts.length === 0 ? '' : `<p class="place">${facts.join(' ')}</p>`
}

/** How each end of a session is said. */
const outcomes: Readonly<Record<Summary['state'], readonly [glyph: string, word: string]>> = {
  completed: stateMarks.completed,
  failed: stateMarks.failed,
  interrupted: stateMarks.interrupted,
  'cut-off': ['✂', 'cut off'],
  open: ['◌', 'open'],
}

function factsOf({session}: Frame): string {
  const {summary, cost, context, files} = session
  const [glyph, word] = outcomes[summary.state]
  const failed = [
    summary.failedTools > 0 ? `<span class="bad">${formatCount(summary.failedTools)} failed</span>` : '',
    summary.deniedTools > 0 ? `${formatCount(summary.deniedTools)} denied` : '',
  ].filter(Boolean)
  const changed = files.filter(({changes}) => changes > 0).length
  const facts: readonly (readonly [label: string, value: string, small?: string])[] = [
    [
      'Outcome',
      `<span class="end is-${summary.state}"><span aria-hidden="true">${glyph}</span> ${word}</span>`,
      escapeHtml(summary.reason ?? ''),
    ],
    ['Duration', summary.durationMs === undefined ? '' : formatDuration(summary.durationMs)],
    ['Turns', formatCount(summary.turns)],
    ['Tools', formatCount(summary.tools), failed.join(', ')],
    [
      'Files',
      files.length === 0 ? '' : formatCount(files.length),
      changed > 0 ? `${formatCount(changed)} changed` : '',
    ],
    [
      'Tokens',
      summary.tokens === undefined
        ? ''
        : `<span title="${formatCount(summary.tokens)} tokens">${formatTokens(summary.tokens)}</span>`,
    ],
    ['Cost', cost === undefined ? '' : costWords(cost.usd), cost?.from === 'computed' ? 'from prices' : ''],
    ['Context', context === undefined ? '' : formatTokens(context.tokens), contextShare(context)],
  ]
  const shown = facts.filter(([, value]) => value !== '')
  return `<dl class="facts">${shown
    .map(
      ([label, value, small]) =>
        `<div><dt>${label}</dt><dd>${value}${small ? ` <small>${small}</small>` : ''}</dd></div>`,
    )
    .join('')}</dl>`
}

/** Where nobody says how large the window is, it is mostly so large. */
const usualWindow = 200_000

/** How full the window is, as a gauge and in words; what is not known but usual is said to be so. */
function contextShare(context: SessionPage['context']): string {
  if (context === undefined) return ''
  const {tokens, window = tokens <= usualWindow ? usualWindow : undefined} = context
  if (window === undefined) return ''
  const share = Math.round((100 * tokens) / window)
  const usual = context.window === undefined ? 'the usual ' : ''
  const full = share >= 80 ? ' full' : ''
  return `<svg class="gauge${full}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect class="fill" width="${Math.min(100, share)}" height="8"/></svg>${share}% of ${usual}${formatTokens(window)}`
}

function continuations({session, options}: Frame): string {
  const link = (id: string): string => {
    const href = options.sessionHref(id)
    const name = `<code>${escapeHtml(id.slice(0, 8))}</code>`
    return href === undefined ? name : `<a href="${encodeAttribute(href)}">${name}</a>`
  }
  const parts = [
    session.continues === undefined ? '' : `<span>⟵ continues ${link(session.continues)}</span>`,
    session.continuedBy.length === 0
      ? ''
      : `<span>⟶ continued by ${session.continuedBy.map(link).join(', ')}</span>`,
    session.branches.length === 0 ? '' : `<span>↰ ${formatNoun(session.branches.length, 'path')} left</span>`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : `<p class="relations">${parts.join(' ')}</p>`
}

function resumeOf({id, folder}: SessionPage): string {
  const command = resumeCommand(id, folder)
  if (!command) return ''
  return `<p class="resume"><code tabindex="0">${escapeHtml(command.shell)}</code><button type="button" class="copy needs-script" aria-label="Copy the command that resumes this session">Copy</button></p>`
}
