import type {Dirent} from 'node:fs'
import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import type {OnSkipped} from './find-files.ts'
import {errorCode, toSourceError} from './source-error.ts'

/** The transcript of a session in one of Claude Code's folders. */
export interface Transcript {
  /** The session's id, as the file's name says. A file can have any name. */
  readonly id: string
  readonly path: string
}

/** Lists the transcripts of sessions below a folder of projects. What cannot be read goes to `skipped`. */
export function listTranscripts(projects: string, skipped: OnSkipped): readonly Transcript[] {
  return entriesOf(projects, skipped).flatMap((project) => {
    // Links may lead anywhere; as everywhere, only what is below the folder itself is read.
    if (!project.isDirectory()) return []
    const folder = join(projects, project.name)
    return entriesOf(folder, skipped)
      .filter((entry) => entry.isFile() && /^(?!agent-).+\.jsonl$/.test(entry.name))
      .map(({name}) => ({id: name.replace(/\.jsonl$/, ''), path: join(folder, name)}))
  })
}

/** What is in a folder; nothing if no such folder. */
function entriesOf(folder: string, skipped: OnSkipped): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) skipped(toSourceError(folder, error))
    return []
  }
}
