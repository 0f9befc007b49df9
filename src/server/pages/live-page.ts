import type {ListedSession} from '../../archive/archive.ts'
import {formatNoun} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {formatSessionName, renderSessionCost, sessionUrl} from './page-format.ts'

/** A running session, with what it is doing now. */
export interface RunningSession {
  readonly session: ListedSession
  readonly step: string | undefined
}

/** Every running session on one screen. */
export function renderLivePage(
  sessions: readonly RunningSession[],
  event: string,
  parts: ServerOptions,
): string {
  return renderAppPage(
    {
      title: 'Live',
      current: 'live',
      data: {page: 'live', event},
      body: html`<main id="conversation" class="live" tabindex="-1"><header><h1>Live</h1></header><div id="board" aria-live="polite">${renderBoard(sessions)}</div></main>`,
    },
    parts,
  )
}

/** The board itself. */
export function renderBoard(sessions: readonly RunningSession[]): Html {
  if (sessions.length === 0)
    return html`<p class="empty">No sessions are running. New ones show up here automatically.</p>`
  return html`<p class="count">${formatNoun(sessions.length, 'running session')}</p><ul class="board">${sessions.map(renderCard)}</ul>`
}

function renderCard({session, step}: RunningSession): Html {
  const {sessionId, title, project, gitBranch, model, turns, errors, endedAt} = session
  const facts = [
    project ? html`<span class="folder">${project}</span>` : noHtml,
    gitBranch ? html`<span class="git">${gitBranch}</span>` : noHtml,
    model ? html`<span class="model">${model}</span>` : noHtml,
    html`<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? html`<span class="bad">${formatNoun(errors, 'error')}</span>` : noHtml,
    renderSessionCost(session),
  ]
  return html`<li class="card" data-session="${sessionId}" data-ended="${endedAt ?? ''}"><h2><span class="live-dot" aria-hidden="true"></span><a href="${sessionUrl(sessionId)}">${formatSessionName(sessionId, title)}</a></h2><p class="step">${step ?? ''}</p><p class="about">${joinHtml(facts, ' ')}</p></li>`
}
