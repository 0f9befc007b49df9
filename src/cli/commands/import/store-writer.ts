import {statSync} from 'node:fs'
import type {Instant, Line} from '../../../model/index.ts'
import {possibleInstant} from '../../../model/instant.ts'
import {formatNoun} from '../../../page/index.ts'
import {linesOf} from '../../../sources/index.ts'
import type {SavedSession} from '../../../store/index.ts'
import {openConversationStore, writeChorus} from '../../../store/index.ts'
import type {Host} from '../../host.ts'
import {arrivalTimes} from '../../sessions/arrival-times.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import type {SessionInput} from '../../sessions/session-files.ts'
import {version} from '../../version.ts'
import {addWorkspace, storeId} from '../record/store-recorder.ts'
import {savedSession} from '../replay/replay-stream.ts'

/** What a conversation is called in a store; what is left out is found out. */
export interface StoreNames {
  readonly conversation: string
  readonly agent: string | undefined
  readonly workspace: string | undefined
  readonly title: string | undefined
}

/** Writes saved sessions into a conversation store, and counts. */
export interface StoreWriter {
  write(input: SessionInput, names: StoreNames): void
  /** How many were written. */
  readonly conversations: number
  /** What was written, in a sentence. */
  summary(): string
}

/** Opens a conversation store for sessions that are saved elsewhere. */
export function storeWriter(host: Host, folder: string): StoreWriter {
  const store = openConversationStore(folder, {now: host.now})
  let conversations = 0
  let added = 0
  let there = 0
  return {
    get conversations() {
      return conversations
    },
    write(input, names) {
      const agent = storeId(names.agent ?? 'claude')
      const workspace = addWorkspace(store, names.workspace, findWorkFolder(input) ?? host.cwd, agent)
      const place = {workspace, agent, conversation: storeId(names.conversation)}
      const times = arrivalTimes(input.files)
      const session = savedSession(input, () => {})
      const written = writeChorus(store, session, place, {
        madeBy: `recount ${version()}`,
        title: names.title,
        startedAt: firstTime(session, times) ?? modifiedAt(input.path),
        timeOf: ({from}) => from && times(from),
      })
      conversations += 1
      added += written.added
      there += written.alreadyStored
    },
    summary: () =>
      `Wrote ${formatNoun(added, 'message')} of ${formatNoun(conversations, 'conversation')} into ${store.folder}${there === 0 ? '' : `; ${formatNoun(there, 'message was', 'messages were')} already there`}.`,
  }
}

/** The time of the first line that has one. */
function firstTime(session: SavedSession, timeOf: (line: Line) => Instant | undefined): Instant | undefined {
  for (const line of linesOf(session.steps())) {
    const time = timeOf(line)
    if (time !== undefined) return time
  }
  return undefined
}

/** When a file was last changed: all that is known of a stream without timestamps. */
function modifiedAt(path: string): Instant | undefined {
  const about = statSync(path, {throwIfNoEntry: false})
  return about && possibleInstant(about.mtimeMs)
}

/** The folder that a session worked in, as its first line that names one does. */
export function findWorkFolder(input: SessionInput): string | undefined {
  for (const line of linesOf(readSavedSession(input, () => {})))
    if (line.kind === 'message' && line.message.cwd !== undefined) return line.message.cwd
  return undefined
}
