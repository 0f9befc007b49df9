import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {archiveExists} from '../archive/open-archive.ts'
import {restoreSession} from '../archive/restore.ts'
import {formatBytes} from '../page/index.ts'
import {AmbiguousSession, pathExists, SourceError} from '../sources/index.ts'
import {archiveHome, recordingsFolder} from './archive-home.ts'
import {complain} from './complain.ts'
import {findInput} from './find-input.ts'
import {findKeptSession} from './find-kept-session.ts'
import {findRecording} from './find-recording.ts'
import type {Host} from './host.ts'
import {withArchive} from './with-archive.ts'

/** What a user's word means: something to read, and perhaps one message in it. */
export interface Located {
  readonly name: string
  /** The id of a record, or `file:line` where it has none. */
  readonly message: string | undefined
}

/**
 * Finds out what a word means: a path, a session, or a link to a message as `search` gives it (`session#message`). A
 * session that is no longer on disk is written out of the archive into a folder that is removed at the end.
 */
export async function locate(host: Host, word: string): Promise<Located> {
  if (word === '-' || pathExists(word)) return {name: word, message: undefined}
  const [name = '', ...rest] = word.split('#')
  const message = rest.length === 0 ? undefined : rest.join('#')
  if (pathExists(name)) return {name, message}
  try {
    findInput(host, name, () => {})
    return {name, message}
  } catch (error) {
    if (!(error instanceof SourceError) || error instanceof AmbiguousSession) throw error
    const kept = findRecording(recordingsFolder(host), name) ?? (await writeOut(host, name))
    if (kept === undefined) throw error
    return {name: kept, message}
  }
}

async function writeOut(host: Host, name: string): Promise<string | undefined> {
  if (name === '' || !archiveExists(archiveHome(host))) return undefined
  return withArchive(host, async (archive) => {
    const session = (await findKeptSession(archive, name, host.now()))?.id
    if (session === undefined) return undefined
    // The id is a file's word: it must not become a path.
    const folder = mkdtempSync(join(tmpdir(), 'recount-show-'))
    process.once('exit', () => rmSync(folder, {recursive: true, force: true}))
    const {places, missing} = await restoreSession(archive, session, folder)
    if (missing > 0)
      await complain(
        host,
        `${formatBytes(missing)} of this session are damaged or lost; "recount doctor" says which.`,
      )
    const paths = places.filter(({file}) => file.kind === 'lines').map(({path}) => path)
    return paths.find((path) => path.endsWith(`${session}.jsonl`)) ?? paths[0]
  })
}
