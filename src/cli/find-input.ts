import type {Skipped} from '../sources/index.ts'
import {findSession, findSessionFiles, pathExists, projectsFolder} from '../sources/index.ts'
import type {Host} from './host.ts'
import type {Input} from './read-input.ts'

/** Finds the files of one session: by its id, the beginning of it, `latest`, a file or a folder. */
export function findInput(host: Host, name: string, skipped: Skipped): Input {
  const path = pathExists(name) ? name : findSession(name, projectsFolder(host.env, host.home), skipped)
  return {path, files: findSessionFiles(path, skipped)}
}
