import type {ListedSession} from '../../archive/archive.ts'
import {formatBytes, formatCount, formatNoun, formatTimeAgo} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {formatHtmlTime, timeTag} from '../../render/html/text/time-tag.ts'
import type {ServerOptions} from '../server-options.ts'
import {folderName, formatSessionName, renderSessionCost, sessionUrl} from './page-format.ts'

/** One session in a list. The script finds it by its id, and when it was last seen by its end. */
export function renderSessionRow(
  session: ListedSession,
  {zone, now}: Pick<ServerOptions, 'zone' | 'now'>,
): Html {
  const {sessionId, title, project, gitBranch, model, endedAt, turns, errors, agents, isLive, bytes} = session
  const facts = [
    project === undefined
      ? noHtml
      : html`<span class="folder" title="${project}">${folderName(project)}</span>`,
    gitBranch ? html`<span class="git">${gitBranch}</span>` : noHtml,
    model ? html`<span class="model">${model}</span>` : noHtml,
    html`<span>${formatNoun(turns, 'turn')}</span>`,
    errors > 0 ? html`<span class="bad">${formatNoun(errors, 'error')}</span>` : noHtml,
    agents > 0 ? html`<span>${formatNoun(agents, 'agent')}</span>` : noHtml,
    html`<span class="size" title="${formatCount(bytes)} bytes">${formatBytes(bytes)}</span>`,
  ]
  return joinHtml([
    html`<li class="session${isLive ? ' live' : ''}" data-session="${sessionId}" data-ended="${endedAt ?? ''}" data-records="${session.records}">`,
    html`<h3>${isLive ? html`<span class="live-dot" title="Running"><span class="unseen">live</span></span>` : noHtml}<a href="${sessionUrl(sessionId)}">${formatSessionName(sessionId, title)}</a></h3>`,
    html`<p class="about">${joinHtml(facts, ' ')}</p><p class="when">${whenHtml(endedAt, zone, now())}</p>`,
    html`<p class="sums">${renderSessionCost(session)}</p></li>`,
  ])
}

const week = 7 * 86_400_000

/** Lately, how long ago; else the day. Exactly when is told on hover. */
function whenHtml(time: number | undefined, zone: string, now: number): Html {
  if (time === undefined || now - time >= week) return timeTag(time, zone, 'day')
  const exact = formatHtmlTime(time, zone, 'exact')
  return html`<time datetime="${new Date(time).toISOString()}" title="${exact}">${formatTimeAgo(Math.min(time, now), now)}</time>`
}
