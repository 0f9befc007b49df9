import type {ListedSession} from '../../archive/archive.ts'
import {formatNoun} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import {sessionAddress, sessionMoney, sessionName} from './words.ts'

/** A session that goes on, with what it does now. */
export interface LiveSession {
  readonly session: ListedSession
  readonly step: string | undefined
}

/** Every running session on one screen. */
export function livePage(sessions: readonly LiveSession[], event: string, parts: ServerParts): string {
  return appDocument(
    {
      title: 'Live',
      place: 'live',
      data: {page: 'live', event},
      body: `<main id="conversation" class="live" tabindex="-1"><header><h1>Live</h1></header><div id="board" aria-live="polite">${boardHtml(sessions)}</div></main>`,
    },
    parts,
  )
}

/** The board itself. */
export function boardHtml(sessions: readonly LiveSession[]): string {
  if (sessions.length === 0)
    return '<p class="empty">Nothing goes on right now. Sessions appear here while they are written to.</p>'
  return `<p class="count">${formatNoun(sessions.length, 'session')} going on</p><ul class="board">${sessions.map(cardHtml).join('')}</ul>`
}

function cardHtml({session, step}: LiveSession): string {
  const {id, title, project, branch, model, turns, errors, ended} = session
  const facts = [
    project ? `<span class="folder">${escapeHtml(project)}</span>` : '',
    branch ? `<span class="git">${escapeHtml(branch)}</span>` : '',
    model ? `<span class="model">${escapeHtml(model)}</span>` : '',
    `<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? `<span class="bad">${formatNoun(errors, 'error')}</span>` : '',
    sessionMoney(session),
  ].filter(Boolean)
  return `<li class="card" data-session="${escapeHtml(id)}" data-ended="${ended ?? ''}"><h2><span class="live-dot" aria-hidden="true"></span><a href="${sessionAddress(id)}">${escapeHtml(sessionName(id, title))}</a></h2><p class="step">${step === undefined ? '' : escapeHtml(step)}</p><p class="about">${facts.join(' ')}</p></li>`
}
