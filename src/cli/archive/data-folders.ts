import {isAbsolute, join} from 'node:path'
import {repairFolder, repairMode} from '../../files/private-files.ts'
import type {Host} from '../host.ts'

/** The folder for recount's own data: `RECOUNT_HOME`, else in the system's data directory. */
export function archiveHome({env, home, platform}: Host): string {
  if (env['RECOUNT_HOME']) return env['RECOUNT_HOME']
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'recount')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'recount')
  return join(absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), 'recount')
}

/** The XDG specification ignores relative paths: they would lead into the current folder, which anyone may have written. */
const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined

/** The folder of the recordings, each in a folder of its own; they are indexed like transcripts. */
export const recordingsFolder = (host: Host): string => join(archiveHome(host), 'recordings')

/** The folders of Claude Code's transcripts: those in `CLAUDE_CONFIG_DIR`, else both default places that clients have used. */
export function claudeFolders({env, home}: Host): readonly string[] {
  const named = (env['CLAUDE_CONFIG_DIR'] ?? '').split(',').filter((folder) => folder.trim() !== '')
  const folders =
    named.length > 0
      ? named
      : [join(home, '.claude'), join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'claude')]
  return folders.map((folder) => join(folder.trim(), 'projects'))
}

/**
 * Makes private what an older recount left readable to others. A folder named by `RECOUNT_HOME` keeps its mode, because it
 * may contain other things; only the recordings in it are changed.
 */
export function repairHome(host: Host): void {
  if (!host.env['RECOUNT_HOME']) repairMode(archiveHome(host))
  repairFolder(recordingsFolder(host))
}
