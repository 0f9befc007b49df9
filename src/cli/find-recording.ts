import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import {SourceError} from '../sources/index.ts'
import {readHead} from '../sources/read-head.ts'

/**
 * The newest recorded stream of a session, by the beginning of its id. The archive would know it too, but only after it
 * has taken it in, and whoever has just recorded something wants to see it.
 */
export function findRecording(recordings: string, session: string): string | undefined {
  if (session === '') return undefined
  const named = `"session_id":${JSON.stringify(session).slice(0, -1)}`
  return foldersIn(recordings)
    .map((name) => join(recordings, name, 'stream.jsonl'))
    .find((path) => headOf(path).includes(named))
}

/** Their names begin with the time. */
function foldersIn(recordings: string): readonly string[] {
  try {
    return readdirSync(recordings).sort().reverse()
  } catch {
    return []
  }
}

/** Some recordings hold no stream of this name, and some nothing at all. */
function headOf(path: string): string {
  try {
    return readHead(path)
  } catch (error) {
    if (error instanceof SourceError) return ''
    throw error
  }
}
