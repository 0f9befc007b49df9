import type {ListedSession} from '../../archive/archive.ts'
import {formatNoun} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
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
      body: html`<main id="conversation" class="live" tabindex="-1"><header><h1>Live</h1></header><div id="board" aria-live="polite">${boardHtml(sessions)}</div></main>`,
    },
    parts,
  )
}

/** The board itself. */
export function boardHtml(sessions: readonly LiveSession[]): Html {
  if (sessions.length === 0)
    return html`<p class="empty">Nothing goes on right now. Sessions appear here while they are written to.</p>`
  return html`<p class="count">${formatNoun(sessions.length, 'session')} going on</p><ul class="board">${sessions.map(cardHtml)}</ul>`
}

function cardHtml({session, step}: LiveSession): Html {
  const {id, title, project, branch, model, turns, errors, ended} = session
  const facts = [
    project ? html`<span class="folder">${project}</span>` : noHtml,
    branch ? html`<span class="git">${branch}</span>` : noHtml,
    model ? html`<span class="model">${model}</span>` : noHtml,
    html`<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? html`<span class="bad">${formatNoun(errors, 'error')}</span>` : noHtml,
    sessionMoney(session),
  ]
  return html`<li class="card" data-session="${id}" data-ended="${ended ?? ''}"><h2><span class="live-dot" aria-hidden="true"></span><a href="${sessionAddress(id)}">${sessionName(id, title)}</a></h2><p class="step">${step ?? ''}</p><p class="about">${joinHtml(facts, ' ')}</p></li>`
}
