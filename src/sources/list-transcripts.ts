import {type Dirent, readdirSync} from 'node:fs'
import {join} from 'node:path'
import type {OnSkipped} from './find-files.ts'
import {errorCode, toSourceError} from './source-error.ts'

/** The transcript of a session in one of Claude Code's folders. */
export interface Transcript {
  /** The session's id according to the file's name. A file can have any name. */
  readonly id: string
  readonly path: string
}

/** Lists the transcripts of sessions below a folder of projects. `skipped` receives what cannot be read. */
export function listTranscripts(projects: string, skipped: OnSkipped): readonly Transcript[] {
  return entriesOf(projects, skipped).flatMap((project) => {
    // Links may lead anywhere; only real folders below this one are read.
    if (!project.isDirectory()) return []
    const folder = join(projects, project.name)
    return entriesOf(folder, skipped)
      .filter((entry) => entry.isFile() && /^(?!agent-).+\.jsonl$/.test(entry.name))
      .map(({name}) => ({id: name.replace(/\.jsonl$/, ''), path: join(folder, name)}))
  })
}

/** The entries of a folder; none if the folder does not exist. */
function entriesOf(folder: string, skipped: OnSkipped): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) skipped(toSourceError(folder, error))
    return []
  }
}
