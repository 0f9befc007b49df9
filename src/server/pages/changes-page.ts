import type {ListedSession} from '../../archive/archive.ts'
import {type ChangedFile, formatCount, formatNoun, type SessionChanges} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {renderHtmlNodes} from '../../render/html/nodes/render-nodes.ts'
import {linkHtml, safeHtmlUrl} from '../../render/html/text/links.ts'
import {timeTag} from '../../render/html/text/time-tag.ts'
import {viewerHtmlOptions} from '../live-session/session-document.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {formatSessionName, joinUrl, sessionUrl} from './page-format.ts'

/** The session that a page of changes is about. */
export interface ChangedSession {
  readonly id: string
  readonly title: string
  readonly changes: SessionChanges
}

/** A larger diff starts collapsed: the page stays usable with a session that wrote generated files. */
const maxOpenLines = 400

/** The page of everything that a session changed: a list of the files, then the combined diff of each. */
export function renderChangesPage({id, title, changes}: ChangedSession, parts: ServerOptions): string {
  const {files} = changes
  return renderAppPage(
    {
      title: `Changes · ${title}`,
      current: undefined,
      data: {page: 'changes'},
      body: joinHtml([
        html`<main id="conversation" class="changes" tabindex="-1"><h1><a href="${sessionUrl(id)}">${title}</a></h1>`,
        html`<p class="changes-sum">${files.length === 0 ? 'No changed files.' : sumHtml(files)}${files.length === 0 ? noHtml : patchLink(id)}</p>`,
        gitHtml(id, changes),
        files.length === 0 ? noHtml : html`<ul class="changed-files">${files.map(fileRow)}</ul>`,
        joinHtml(files.map((file, index) => fileHtml(id, file, index, parts.zone))),
        html`</main>`,
      ]),
    },
    parts,
  )
}

function sumHtml(files: readonly ChangedFile[]): Html {
  const added = files.reduce((sum, file) => sum + file.linesAdded, 0)
  const removed = files.reduce((sum, file) => sum + file.linesRemoved, 0)
  return html`${formatNoun(files.length, 'file')} changed ${countsHtml(added, removed)}`
}

const countsHtml = (added: number, removed: number): Html =>
  html`<span class="counts"><span class="added">+${formatCount(added)}</span> <span class="removed">−${formatCount(removed)}</span></span>`

const patchLink = (id: string): Html =>
  html` · <a download href="${joinUrl('s', id, 'changes.patch')}">Patch</a>`

/** Commits and pull requests, as badges. */
function gitHtml(id: string, {commits, pullRequests}: SessionChanges): Html {
  if (commits.length + pullRequests.length === 0) return noHtml
  const badges = [
    ...pullRequests.map(({number, url, repository}) => {
      const words = `Pull request #${number}${repository === undefined ? '' : ` · ${repository}`}`
      const address = url === undefined ? undefined : safeHtmlUrl(url)
      return address === undefined ? html`${words}` : linkHtml(address, words)
    }),
    ...commits.map(
      ({sha, subject, call}) =>
        html`<a href="${callUrl(id, call)}"><code>${sha.slice(0, 7)}</code> ${subject ?? 'Commit'}</a>`,
    ),
  ]
  return html`<ul class="badges" aria-label="Commits and pull requests">${badges.map((badge) => html`<li>${badge}</li>`)}</ul>`
}

const fileRow = ({path, relativePath, isNew, linesAdded, linesRemoved}: ChangedFile, index: number): Html =>
  html`<li><a href="#${fileAnchor(index)}"><code>${relativePath ?? path}</code></a>${isNew ? html` <span class="tag">new</span>` : ''}${countsHtml(linesAdded, linesRemoved)}</li>`

const fileAnchor = (index: number): string => `file-${index + 1}`

function fileHtml(id: string, file: ChangedFile, index: number, zone: string): Html {
  const {path, writes, edits} = file
  const calls = [
    ...(writes === 0 ? [] : [formatNoun(writes, 'write')]),
    ...(edits === 0 ? [] : [formatNoun(edits, 'edit')]),
  ].join(', ')
  const steps = file.calls.map((call, step) => html` <a href="${callUrl(id, call)}">${step + 1}</a>`)
  return html`<section class="changed-file" id="${fileAnchor(index)}"><p class="changed-by">${calls}:${steps} · <a href="${fileUrl(path)}">History</a></p>${changeHtml(file, zone)}</section>`
}

/** The combined diff of a file. */
function changeHtml({path, relativePath = path, hunks, isMixed}: ChangedFile, zone: string): Html {
  if (hunks.length === 0) return html`<p class="note"><code>${relativePath}</code> is as it was before.</p>`
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
  const diff = renderHtmlNodes(
    [{kind: 'diff', path: relativePath, hunks}],
    viewerHtmlOptions(zone, () => undefined),
  )
  const mixed = isMixed
    ? html`<p class="note">Someone else changed this file in between; the diff contains that as well.</p>`
    : noHtml
  return html`${mixed}<details${lines > maxOpenLines ? '' : html` open`}><summary><code>${relativePath}</code></summary>${diff}</details>`
}

/** A session that changed a file. */
export interface FileSession {
  readonly session: ListedSession
  readonly change: ChangedFile
}

/** The page of a file: the sessions that changed it, newest first, each with its combined diff. `older` is the number of the next one. */
export function renderFilePage(
  path: string,
  sessions: readonly FileSession[],
  older: number | undefined,
  parts: ServerOptions,
): string {
  const sections = sessions.map(
    ({session, change}) =>
      html`<section class="changed-file"><h2><a href="${joinUrl('s', session.sessionId, 'changes')}">${formatSessionName(session.sessionId, session.title)}</a></h2><p class="changes-sum">${timeTag(change.changedAt ?? session.endedAt, parts.zone, 'day')} ${countsHtml(change.linesAdded, change.linesRemoved)}</p>${changeHtml(change, parts.zone)}</section>`,
  )
  return renderAppPage(
    {
      title: path,
      current: undefined,
      data: {page: 'changes'},
      body: html`<main id="conversation" class="changes" tabindex="-1"><h1><code>${path}</code></h1>${
        sections.length === 0 ? html`<p class="empty">No session changed this file.</p>` : sections
      }${older === undefined ? noHtml : html`<p><a href="${fileUrl(path)}&from=${older}">Older sessions</a></p>`}</main>`,
    },
    parts,
  )
}

/** The address of a file's page. */
const fileUrl = (path: string): string => `/file?path=${encodeURIComponent(path)}`

/** The address of a call in its session. */
const callUrl = (id: string, call: string): string => `${sessionUrl(id)}#${encodeURIComponent(call)}`
