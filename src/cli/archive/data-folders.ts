import {isAbsolute, join} from 'node:path'
import {repairFolder, repairMode} from '../../files/private-files.ts'
import type {Host} from '../host.ts'

/** Where recount keeps its own data: `RECOUNT_HOME`, else the platform's folder for such. */
export function archiveHome({env, home, platform}: Host): string {
  if (env['RECOUNT_HOME']) return env['RECOUNT_HOME']
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'recount')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'recount')
  return join(absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), 'recount')
}

/** The XDG specification ignores relative paths: they would lead into the current folder, which may be anybody's. */
const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined

/** Where recordings are kept, each in a folder of its own; the archive takes them in. */
export const recordingsFolder = (host: Host): string => join(archiveHome(host), 'recordings')

/** The folders in which Claude Code keeps its transcripts: where it was told to, else both places that it has had. */
export function claudeFolders({env, home}: Host): readonly string[] {
  const told = (env['CLAUDE_CONFIG_DIR'] ?? '').split(',').filter((folder) => folder.trim() !== '')
  const folders =
    told.length > 0
      ? told
      : [join(home, '.claude'), join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'claude')]
  return folders.map((folder) => join(folder.trim(), 'projects'))
}

/**
 * Closes to others what an older recount left open to them. A folder that the user named with `RECOUNT_HOME` keeps its mode:
 * it may hold other things; the archive's files in it and the folders that recount makes in it are repaired all the same.
 */
export function repairHome(host: Host): void {
  if (!host.env['RECOUNT_HOME']) repairMode(archiveHome(host))
  repairFolder(recordingsFolder(host))
}
