import {
  firstLine,
  formatCount,
  formatNoun,
  formatTokens,
  kindMarks,
  type Node,
  type SessionPage,
  sumTokens,
  type TouchedFile,
  walkEntries,
} from '../../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import {renderHtmlNodes} from '../nodes/render-nodes.ts'
import {costHtml} from '../text/cost-html.ts'
import {anchorHref, type HtmlSessionContext} from './session-context.ts'
import {contextWindow} from './session-head.ts'

/** The details of a session: to-do list, files, usage and agents. */
export function renderDetailsPanel(context: HtmlSessionContext, part: number): Html {
  return joinHtml([
    todoSection(context),
    filesSection(context, part),
    usageSection(context.session),
    agentsSection(context, part),
  ])
}

const section = (title: string, body: Html): Html =>
  body.markup === '' ? noHtml : html`<section><h2>${title}</h2>${body}</section>`

function todoSection({session, options}: HtmlSessionContext): Html {
  const todo = lastTodo(session)
  return section('To do', todo ? renderHtmlNodes([todo], options) : noHtml)
}

/** The list of the main thread as it was left. */
function lastTodo(session: SessionPage): Node | undefined {
  let found: Node | undefined
  for (const turn of session.turns) {
    if (turn.branch !== undefined) continue
    for (const {lane, asked, answered} of walkEntries(turn.entries)) {
      if (lane !== undefined) continue
      found = asked.find(({kind}) => kind === 'todo') ?? answered.find(({kind}) => kind === 'todo') ?? found
    }
  }
  return found
}

const maxFiles = 200

function filesSection(context: HtmlSessionContext, part: number): Html {
  const {files, cwd} = context.session
  const sorted = [...files].sort((a, b) => b.changes - a.changes || (a.path < b.path ? -1 : 1))
  const items = sorted.slice(0, maxFiles).map((file) => fileItem(file, cwd, context, part))
  const more =
    files.length > maxFiles
      ? html`<li class="more">${formatNoun(files.length - maxFiles, 'more file')}</li>`
      : ''
  return section('Files', items.length === 0 ? noHtml : html`<ul class="files">${items}${more}</ul>`)
}

function fileItem(
  file: TouchedFile,
  folder: string | undefined,
  context: HtmlSessionContext,
  part: number,
): Html {
  const {path, reads, changes, linesAdded, linesRemoved, anchor} = file
  const short = folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
  const lines = [
    linesAdded > 0 ? html`<span class="plus">+${formatCount(linesAdded)}</span>` : noHtml,
    linesRemoved > 0 ? html`<span class="minus">−${formatCount(linesRemoved)}</span>` : noHtml,
  ]
  const words = [changes > 0 ? formatNoun(changes, 'change') : '', reads > 0 ? formatNoun(reads, 'read') : '']
    .filter(Boolean)
    .join(', ')
  return html`<li${changes > 0 ? html` class="changed"` : ''}><a href="${anchorHref(context, anchor, part)}" title="${path}: ${words}"><bdi>${short}</bdi></a> <span class="lines">${linesAdded > 0 || linesRemoved > 0 ? joinHtml(lines, ' ') : words}</span></li>`
}

function usageSection({usage, cost, context}: SessionPage): Html {
  const rows: (readonly [label: string, value: string | Html])[] = []
  if (usage && sumTokens(usage) > 0) {
    rows.push(
      ['Input', formatCount(usage.input)],
      ['Output', formatCount(usage.output)],
      ['Cache reads', formatCount(usage.cacheRead)],
      ['Cache writes', formatCount(usage.cacheWrite5m + usage.cacheWrite1h)],
    )
  }
  if (cost && (rows.length > 0 || cost.usd > 0))
    rows.push([cost.from === 'reported' ? 'Reported cost' : 'Estimated cost', costHtml(cost.usd)])
  const table =
    rows.length === 0
      ? noHtml
      : html`<table class="usage"><tbody>${rows.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`)}</tbody></table>`
  return section('Usage', joinHtml([table, contextBar(context)]))
}

function contextBar(context: SessionPage['context']): Html {
  const window = context && contextWindow(context)
  if (!context || window === undefined) return noHtml
  const share = Math.min(100, (100 * context.tokens) / window)
  return joinHtml([
    html`<p class="context"><svg height="6" aria-hidden="true"><rect class="all" width="100%" height="6"/><rect class="full" width="${share.toFixed(1)}%" height="6"/></svg>`,
    html`Context ${formatTokens(context.tokens)} of ${formatTokens(window)}</p>`,
  ])
}

const maxAgents = 100

function agentsSection(context: HtmlSessionContext, part: number): Html {
  const {agents} = context.session
  const items = agents.slice(0, maxAgents).map(({key, name, type, state, toolCalls, anchor}) => {
    const facts = [
      type === name ? undefined : type,
      toolCalls === 0 ? undefined : formatNoun(toolCalls, 'call'),
      state === 'completed' ? undefined : state,
    ]
    const label = firstLine(name, 80)
    const link =
      anchor === undefined ? label : html`<a href="${anchorHref(context, anchor, part)}">${label}</a>`
    return html`<li class="hue-${context.hueOf(key)}"><span class="glyph" aria-hidden="true">${kindMarks.agent.page}</span> ${link} <small>${facts.filter((fact) => fact !== undefined).join(' · ')}</small></li>`
  })
  const more =
    agents.length > maxAgents
      ? html`<li class="more">${formatNoun(agents.length - maxAgents, 'more agent')}</li>`
      : ''
  return section('Agents', items.length === 0 ? noHtml : html`<ul class="agents">${items}${more}</ul>`)
}
