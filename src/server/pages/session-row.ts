import type {ListedSession} from '../../archive/sqlite/list-sessions.ts'
import {formatBytes, formatCount, formatNoun, oneLine} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'
import {timeTag} from '../../render/html/time-tag.ts'
import {moneyHtml, sessionAddress} from './words.ts'

/** One session in a list. The script finds it by its id, and when it was last seen by its end. */
export function sessionRow(session: ListedSession, zone: string): string {
  const {id, title, project, branch, model, ended, turns, errors, agents, live, cost, complete, bytes} =
    session
  const name = oneLine(title || `Session ${id.slice(0, 8)}`, 120)
  const facts = [
    project === undefined
      ? ''
      : `<span class="folder" title="${escapeHtml(project)}">${escapeHtml(lastOf(project))}</span>`,
    branch ? `<span class="git">${escapeHtml(branch)}</span>` : '',
    model ? `<span class="model">${escapeHtml(model)}</span>` : '',
    `<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? `<span class="bad">${formatNoun(errors, 'error')}</span>` : '',
    agents > 0 ? `<span>${formatNoun(agents, 'agent')}</span>` : '',
    `<span class="size" title="${formatCount(bytes)} bytes">${formatBytes(bytes)}</span>`,
  ].filter(Boolean)
  return (
    `<li class="session${live ? ' live' : ''}" data-session="${escapeHtml(id)}" data-ended="${ended ?? ''}" data-records="${session.records}">` +
    `<h3>${live ? '<span class="live-dot" title="It goes on"><span class="unseen">live</span></span>' : ''}<a href="${sessionAddress(id)}">${escapeHtml(name)}</a></h3>` +
    `<p class="about">${facts.join(' ')}</p><p class="when">${timeTag(ended, zone, 'day')} ${timeTag(ended, zone, 'minute')}</p>` +
    `<p class="sums">${moneyHtml(cost, complete)}</p></li>`
  )
}

const lastOf = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path
