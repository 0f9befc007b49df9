import {resolve} from 'node:path'
import type {ListedSession} from '../../../archive/archive.ts'
import {Conversation} from '../../../conversation/index.ts'
import {describeChanges} from '../../../describe/index.ts'
import {toFileSessionJson} from '../../../json/index.ts'
import {
  type ChangedFile,
  formatCount,
  isSameFile,
  noLimits,
  plainFirstLine,
  truncate,
} from '../../../page/index.ts'
import {renderTerminalNodes} from '../../../render/terminal/index.ts'
import {updateArchive, withArchive} from '../../archive/with-archive.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {paletteFor} from '../../output/palette.ts'
import {jsonLine, printable} from '../../output/printable.ts'
import {readDisplayOptions} from '../../printing/read-display-options.ts'
import {foldPaths} from '../../sessions/read-input.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'
import {findInput} from '../../sessions/session-files.ts'

/** `recount file`: the sessions that changed a file, newest first. */
export const runFile: RunCommand = async (host, given) => {
  const [word = ''] = given.operands
  const {file, sessions} = await findSessions(host, word, given)
  for (const session of sessions) {
    const changed = await readChange(host, session.sessionId, file)
    if (!changed) continue
    if (given.switches.has('json')) await host.out.write(jsonLine(toFileSessionJson(session, changed)))
    else await host.painted.write(renderFileSession(session, changed, host, given))
  }
}

/** The sessions that changed the path in the current folder, or, if there is none, any path that ends with it. */
async function findSessions(
  host: Host,
  word: string,
  given: Arguments,
): Promise<{readonly file: string; readonly sessions: readonly ListedSession[]}> {
  const limit = wholeNumber(given, 'limit', {min: 1, max: 100_000}) ?? 10
  return withArchive(host, async (archive) => {
    await updateArchive(host, archive)
    for (const file of [resolve(host.cwd, word), word.replace(/^\.[\\/]/, '')]) {
      const sessions = await archive.sessions({file, limit, now: host.now()})
      if (sessions.length > 0) return {file, sessions}
    }
    throw new Failure(
      `No session changed ${printable(word)}. "recount search file:${printable(word)}" finds more.`,
      1,
    )
  })
}

/** What a session did to a file. */
async function readChange(host: Host, id: string, file: string): Promise<ChangedFile | undefined> {
  const {path} = await resolveSession(host, {operands: [id], switches: new Set()})
  const state = new Conversation()
  await foldPaths(host, state, [path], {find: findInput, isSession: true})
  const session = state.sessions.get(id)
  const files = session ? describeChanges(session).files : []
  return files.find(({path: known}) => isSameFile(known, file))
}

function renderFileSession(
  session: ListedSession,
  changed: ChangedFile,
  host: Host,
  given: Arguments,
): string {
  const palette = paletteFor(host.color)
  const options = readDisplayOptions(host, given)
  const {path, hunks, linesAdded, linesRemoved, isNew} = changed
  const when = changed.changedAt ?? session.endedAt
  const day = new Intl.DateTimeFormat('sv-SE', {timeZone: host.zone, dateStyle: 'short', timeStyle: 'short'})
  const title = session.title === undefined ? 'untitled' : plainFirstLine(session.title, 200)
  const facts = [
    session.sessionId.slice(0, 8),
    when === undefined ? undefined : day.format(when),
    `${isNew ? 'new ' : ''}+${formatCount(linesAdded)} −${formatCount(linesRemoved)}`,
  ]
  const nodes = [{kind: 'diff', path, hunks} as const]
  return [
    palette.strong(printable(title)),
    palette.dim(facts.filter((fact) => fact !== undefined).join(' · ')),
    ...renderTerminalNodes(
      given.switches.has('full') ? nodes : truncate(nodes, options.limits ?? noLimits),
      options,
      options.width,
    ),
    '',
    '',
  ].join('\n')
}
