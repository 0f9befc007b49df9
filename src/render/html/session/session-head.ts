import {
  type ContextFill,
  formatCount,
  formatDuration,
  formatNoun,
  formatTokens,
  plainFirstLine,
  resumeCommandLine,
  type SessionPage,
  type Summary,
  sessionName,
  stateMarks,
} from '../../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import {costHtml} from '../text/cost-html.ts'
import {timeRange} from '../text/time-tag.ts'
import {encodeAttribute, type HtmlSessionContext} from './session-context.ts'
import {timelineSvg} from './timeline-svg.ts'

/** The name of a session on one line. */
export const htmlSessionTitle = (session: SessionPage): string => plainFirstLine(sessionName(session), 96)

/** The head of a session: title, facts, the resume command and the timeline. */
export function renderHtmlSessionHead(
  context: HtmlSessionContext,
  heading: 'h1' | 'h2',
  facts: Html = renderHeadFacts(context),
): Html {
  const {session, writer, idOf} = context
  return joinHtml([
    html`<header class="session_header"${writer.id(idOf(`session-${session.sessionId}`))}>`,
    html`<${heading} class="session-title">${htmlSessionTitle(session)}</${heading}>${facts}</header>`,
  ])
}

/** What a head says below its title. */
export const renderHeadFacts = (context: HtmlSessionContext): Html =>
  joinHtml([
    placeOf(context),
    factsOf(context),
    continuations(context),
    resumeOf(context.session),
    timelineSvg(context),
  ])

/** The head of a later part. */
export const renderPartHead = ({session}: HtmlSessionContext, part: number, parts: number): Html =>
  html`<header class="session_header"><h1 class="session-title">${htmlSessionTitle(session)}</h1><p class="place">Part ${part} of ${parts}</p></header>`

function placeOf({session, options}: HtmlSessionContext): Html {
  const {cwd, gitBranch, models, clientVersion, startedAt, endedAt} = session
  const when = options.timestamps ? timeRange(startedAt, endedAt, options.zone) : noHtml
  const facts = [
    when.markup === '' ? noHtml : html`<span class="when">${when}</span>`,
    cwd === undefined ? noHtml : html`<span class="folder" title="Folder">${cwd}</span>`,
    !gitBranch ? noHtml : html`<span class="git" title="Branch">${gitBranch}</span>`,
    ...models.map((model) => html`<span class="model" title="Model">${model}</span>`),
    clientVersion === undefined ? noHtml : html`<span class="client" title="Client">${clientVersion}</span>`,
  ]
  const shown = joinHtml(facts, ' ')
  return shown.markup === '' ? noHtml : html`<p class="place">${shown}</p>`
}

/** How each end of a session is said. */
const outcomes: Readonly<Record<Summary['state'], readonly [glyph: string, word: string]>> = {
  completed: [stateMarks.text.completed, stateMarks.word.completed],
  failed: [stateMarks.text.failed, stateMarks.word.failed],
  interrupted: [stateMarks.text.interrupted, stateMarks.word.interrupted],
  'cut-off': ['✂', 'ended mid-turn'],
  open: ['◌', 'running'],
}

function factsOf({session}: HtmlSessionContext): Html {
  const {summary, cost, context, files} = session
  const [glyph, word] = outcomes[summary.state]
  const failed = [
    summary.failedToolCalls > 0
      ? html`<span class="bad">${formatCount(summary.failedToolCalls)} failed</span>`
      : noHtml,
    summary.deniedToolCalls > 0 ? html`${formatCount(summary.deniedToolCalls)} denied` : noHtml,
  ]
  const changed = files.filter(({changes}) => changes > 0).length
  const facts: readonly (readonly [label: string, value: string | Html, small?: string | Html])[] = [
    [
      'Outcome',
      html`<span class="end is-${summary.state}"><span aria-hidden="true">${glyph}</span> ${word}</span>`,
      summary.reason ?? '',
    ],
    ['Duration', summary.durationMs === undefined ? '' : formatDuration(summary.durationMs)],
    ['Turns', formatCount(summary.turns)],
    ['Tools', formatCount(summary.toolCalls), joinHtml(failed, ', ')],
    [
      'Files',
      files.length === 0 ? '' : formatCount(files.length),
      changed > 0 ? `${formatCount(changed)} changed` : '',
    ],
    [
      'Tokens',
      summary.tokens === undefined
        ? ''
        : html`<span title="${formatCount(summary.tokens)} tokens">${formatTokens(summary.tokens)}</span>`,
    ],
    ['Cost', cost === undefined ? '' : costHtml(cost.usd), cost?.from === 'computed' ? 'estimated' : ''],
    ['Context', context === undefined ? '' : formatTokens(context.tokens), contextShare(context)],
  ]
  const shown = facts.filter(([, value]) => value !== '')
  return html`<dl class="facts">${shown.map(
    ([label, value, small = '']) =>
      html`<div><dt>${label}</dt><dd>${value}${String(small) === '' ? noHtml : html` <small>${small}</small>`}</dd></div>`,
  )}</dl>`
}

/** The windows of Claude's models: the default one, and that of the beta for long contexts. */
const knownWindows = [200_000, 1_000_000] as const

/** The size of the window. If no record contains it, it is the smallest known window that holds the tokens. */
export const contextWindow = ({tokens, window}: ContextFill): number | undefined =>
  window ?? knownWindows.find((size) => tokens <= size)

/** How full the window is, as a gauge and in words; what is not known but usual is said to be so. */
function contextShare(context: SessionPage['context']): Html {
  if (context === undefined) return noHtml
  const {tokens} = context
  const window = contextWindow(context)
  if (window === undefined) return noHtml
  const share = Math.round((100 * tokens) / window)
  const full = share >= 80 ? ' full' : ''
  return html`<svg class="gauge${full}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect class="fill" width="${Math.min(100, share)}" height="8"/></svg>${share}% of ${formatTokens(window)}`
}

function continuations({session, options}: HtmlSessionContext): Html {
  const link = (id: string): Html => {
    const href = options.sessionHref(id)
    const name = html`<code>${id.slice(0, 8)}</code>`
    return href === undefined ? name : html`<a href="${encodeAttribute(href)}">${name}</a>`
  }
  const parts = [
    session.continues === undefined ? noHtml : html`<span>⟵ continues ${link(session.continues)}</span>`,
    session.continuedBy.length === 0
      ? noHtml
      : html`<span>⟶ continued by ${joinHtml(session.continuedBy.map(link), ', ')}</span>`,
    session.branches.length === 0
      ? noHtml
      : html`<span>↰ ${formatNoun(session.branches.length, 'abandoned branch', 'abandoned branches')}</span>`,
  ]
  const shown = joinHtml(parts, ' ')
  return shown.markup === '' ? noHtml : html`<p class="relations">${shown}</p>`
}

function resumeOf({sessionId, cwd}: SessionPage): Html {
  const command = resumeCommandLine(sessionId, cwd)
  if (!command) return noHtml
  return html`<p class="resume"><code tabindex="0">${command.shell}</code><button type="button" class="copy needs-script" aria-label="Copy the resume command">Copy</button></p>`
}
