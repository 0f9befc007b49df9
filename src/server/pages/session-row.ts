import type {ListedSession} from '../../archive/archive.ts'
import {formatBytes, formatCount, formatNoun, timeAgo} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'
import {timeTag, timeWords} from '../../render/html/time-tag.ts'
import type {ServerParts} from '../server-parts.ts'
import {folderName, sessionAddress, sessionMoney, sessionName} from './words.ts'

/** One session in a list. The script finds it by its id, and when it was last seen by its end. */
export function sessionRow(session: ListedSession, {zone, now}: Pick<ServerParts, 'zone' | 'now'>): string {
  const {id, title, project, branch, model, ended, turns, errors, agents, live, bytes} = session
  const facts = [
    project === undefined
      ? ''
      : `<span class="folder" title="${escapeHtml(project)}">${escapeHtml(folderName(project))}</span>`,
    branch ? `<span class="git">${escapeHtml(branch)}</span>` : '',
    model ? `<span class="model">${escapeHtml(model)}</span>` : '',
    `<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? `<span class="bad">${formatNoun(errors, 'error')}</span>` : '',
    agents > 0 ? `<span>${formatNoun(agents, 'agent')}</span>` : '',
    `<span class="size" title="${formatCount(bytes)} bytes">${formatBytes(bytes)}</span>`,
  ].filter(Boolean)
  return (
    `<li class="session${live ? ' live' : ''}" data-session="${escapeHtml(id)}" data-ended="${ended ?? ''}" data-records="${session.records}">` +
    `<h3>${live ? '<span class="live-dot" title="It goes on"><span class="unseen">live</span></span>' : ''}<a href="${sessionAddress(id)}">${escapeHtml(sessionName(id, title))}</a></h3>` +
    `<p class="about">${facts.join(' ')}</p><p class="when">${whenHtml(ended, zone, now())}</p>` +
    `<p class="sums">${sessionMoney(session)}</p></li>`
  )
}

const week = 7 * 86_400_000

/** Lately, how long ago; else the day. Exactly when is told on hover. */
function whenHtml(time: number | undefined, zone: string, now: number): string {
  if (time === undefined || now - time >= week) return timeTag(time, zone, 'day')
  const exact = escapeHtml(timeWords(time, zone, 'exact'))
  return `<time datetime="${new Date(time).toISOString()}" title="${exact}">${timeAgo(Math.min(time, now), now)}</time>`
}
