import type {ListedSession} from '../../archive/archive.ts'
import {formatBytes, formatCount, formatNoun, timeAgo} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {timeTag, timeWords} from '../../render/html/time-tag.ts'
import type {ServerParts} from '../server-parts.ts'
import {folderName, sessionAddress, sessionMoney, sessionName} from './words.ts'

/** One session in a list. The script finds it by its id, and when it was last seen by its end. */
export function sessionRow(session: ListedSession, {zone, now}: Pick<ServerParts, 'zone' | 'now'>): Html {
  const {id, title, project, branch, model, ended, turns, errors, agents, live, bytes} = session
  const facts = [
    project === undefined
      ? noHtml
      : html`<span class="folder" title="${project}">${folderName(project)}</span>`,
    branch ? html`<span class="git">${branch}</span>` : noHtml,
    model ? html`<span class="model">${model}</span>` : noHtml,
    html`<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? html`<span class="bad">${formatNoun(errors, 'error')}</span>` : noHtml,
    agents > 0 ? html`<span>${formatNoun(agents, 'agent')}</span>` : noHtml,
    html`<span class="size" title="${formatCount(bytes)} bytes">${formatBytes(bytes)}</span>`,
  ]
  return joinHtml([
    html`<li class="session${live ? ' live' : ''}" data-session="${id}" data-ended="${ended ?? ''}" data-records="${session.records}">`,
    html`<h3>${live ? html`<span class="live-dot" title="It goes on"><span class="unseen">live</span></span>` : noHtml}<a href="${sessionAddress(id)}">${sessionName(id, title)}</a></h3>`,
    html`<p class="about">${joinHtml(facts, ' ')}</p><p class="when">${whenHtml(ended, zone, now())}</p>`,
    html`<p class="sums">${sessionMoney(session)}</p></li>`,
  ])
}

const week = 7 * 86_400_000

/** Lately, how long ago; else the day. Exactly when is told on hover. */
function whenHtml(time: number | undefined, zone: string, now: number): Html {
  if (time === undefined || now - time >= week) return timeTag(time, zone, 'day')
  const exact = timeWords(time, zone, 'exact')
  return html`<time datetime="${new Date(time).toISOString()}" title="${exact}">${timeAgo(Math.min(time, now), now)}</time>`
}
