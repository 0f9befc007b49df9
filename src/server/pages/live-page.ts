import type {ListedSession} from '../../archive/archive.ts'
import {sessionStateLabels} from '../../model/index.ts'
import {formatCount, formatNoun} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {formatSessionName, renderSessionCost, renderStateMark, sessionUrl} from './page-format.ts'

/** The running sessions: those that are shown, and how many there are in all. */
export interface RunningSessions {
  readonly shown: readonly RunningSession[]
  readonly waiting: number
  readonly working: number
}

/** A running session, with what it is doing now. */
export interface RunningSession {
  readonly session: ListedSession
  readonly step: string | undefined
}

/** Every running session on one screen. */
export function renderLivePage(sessions: RunningSessions, event: string, parts: ServerOptions): string {
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
export function renderBoard({shown, waiting, working}: RunningSessions): Html {
  const all = waiting + working
  if (all === 0)
    return html`<p class="empty">No session is working or waits for you. New ones show up here automatically.</p>`
  const more = all - shown.length
  const rest =
    more > 0 ? html`<p class="note"><a href="/?live=1">${formatNoun(more, 'more session')}</a></p>` : noHtml
  return html`<p class="count">${formatCount(waiting)} waiting for you, ${formatCount(working)} working</p><ul class="board">${shown.map(renderCard)}</ul>${rest}`
}

function renderCard({session, step}: RunningSession): Html {
  const {sessionId, title, project, gitBranch, model, turns, errors, endedAt, state} = session
  const facts = [
    project ? html`<span class="folder">${project}</span>` : noHtml,
    gitBranch ? html`<span class="git">${gitBranch}</span>` : noHtml,
    model ? html`<span class="model">${model}</span>` : noHtml,
    html`<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? html`<span class="bad">${formatNoun(errors, 'error')}</span>` : noHtml,
    renderSessionCost(session),
  ]
  return html`<li class="card" data-state="${state}" data-session="${sessionId}" data-ended="${endedAt ?? ''}"><h2>${renderStateMark(state)}<a href="${sessionUrl(sessionId)}">${formatSessionName(sessionId, title)}</a></h2><p class="step">${state === 'waiting' ? sessionStateLabels.waiting : (step ?? '')}</p><p class="about">${joinHtml(facts, ' ')}</p></li>`
}
