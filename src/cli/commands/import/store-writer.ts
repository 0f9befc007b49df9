import type {Instant, Line} from '../../../model/index.ts'
import {possibleInstant} from '../../../model/instant.ts'
import {formatNoun} from '../../../page/index.ts'
import {linesOf, readFileStat} from '../../../sources/index.ts'
import {openConversationStore, type SavedSession, writeChorus} from '../../../store/index.ts'
import type {Host} from '../../host.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import {arrivalTimes, type SessionInput} from '../../sessions/session-files.ts'
import {version} from '../../version.ts'
import {addWorkspace, storeId} from '../record/store-recorder.ts'
import {savedSession} from '../replay/replay-stream.ts'

/** The names of a conversation in a store; missing ones are found in its lines. */
export interface StoreNames {
  readonly conversation: string
  readonly agent: string | undefined
  readonly workspace: string | undefined
  readonly title: string | undefined
}

/** Opens a conversation store for saved sessions, and counts those that are written. */
export function storeWriter(host: Host, folder: string) {
  const store = openConversationStore(folder, {now: host.now})
  let conversations = 0
  let added = 0
  let there = 0
  return {
    /** How many were written. */
    get conversations(): number {
      return conversations
    },
    write(input: SessionInput, names: StoreNames): void {
      const agent = storeId(names.agent ?? 'claude')
      const workspace = addWorkspace(store, names.workspace, findWorkFolder(input) ?? host.cwd, agent)
      const place = {workspace, agent, conversation: storeId(names.conversation)}
      const times = arrivalTimes(input.files)
      const session = savedSession(input, () => {})
      const written = writeChorus(store, session, place, {
        madeBy: `recount ${version()}`,
        title: names.title,
        // The last change of the file is all that is known of a stream without timestamps.
        startedAt: firstTime(session, times) ?? possibleInstant(readFileStat(input.path).modified),
        timeOf: ({from}) => from && times(from),
      })
      conversations += 1
      added += written.added
      there += written.alreadyStored
    },
    /** The message about what was written. */
    summary: (): string =>
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

/** The folder of a session: the first that one of its lines names. */
export function findWorkFolder(input: SessionInput): string | undefined {
  for (const line of linesOf(readSavedSession(input, () => {})))
    if (line.kind === 'message' && line.message.cwd !== undefined) return line.message.cwd
  return undefined
}
