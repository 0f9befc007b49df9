import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  writeSync,
} from 'node:fs'
import {userInfo} from 'node:os'
import {join} from 'node:path'

/** Only the owner can read and write, as with Claude Code's transcripts. */
export const privateFileMode = 0o600

/** Only the owner can read a folder. */
export const privateFolderMode = 0o700

/** Every permission of the group and of others. */
const forOthers = 0o077

/**
 * Opens a file for writing and creates it if it is missing. Only its owner can open it, from the first byte on; if others
 * could read it, its mode is changed. Returns the descriptor.
 *
 * @param flags `a`, `a+`, `ax` or `wx`: a file that exists is never emptied before its mode is known.
 */
export function openPrivateFile(path: string, flags: 'a' | 'a+' | 'ax' | 'wx'): number {
  const file = openSync(path, flags, privateFileMode)
  try {
    const about = fstatSync(file)
    if (about.isFile() && isOpenToOthers(about) && isOurs(about)) fchmodSync(file, about.mode & 0o700)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Creates an empty private file if there is none, because SQLite would create it with the umask's mode. */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', privateFileMode))
  } catch (error) {
    // If it exists, opening it repairs the mode; if it cannot be created, opening it reports that.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** Writes a new private file with this content. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const file = openPrivateFile(path, 'wx')
  try {
    writeAll(file, typeof content === 'string' ? Buffer.from(content) : content)
  } finally {
    closeSync(file)
  }
}

/** Copies an open file into a new private one. Node's `copyFile` would keep the mode of the original. */
export function copyPrivateFile(source: number, to: string): void {
  const target = openPrivateFile(to, 'wx')
  try {
    const buffer = new Uint8Array(1 << 20)
    for (;;) {
      const read = readSync(source, buffer)
      if (read === 0) return
      writeAll(target, buffer.subarray(0, read))
    }
  } finally {
    closeSync(target)
  }
}

/** Writes all bytes. A disk that is nearly full accepts a part before it rejects the rest. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    const written = writeSync(file, bytes, at)
    if (written === 0) throw new Error('the file accepts no more bytes')
    at += written
  }
}

/** Whether an error of the system has this code, such as `ENOENT`. */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/**
 * Makes a file or folder private, if it is ours. If its mode cannot be changed, it stays as it is, because it can still be
 * read. Returns whether others could read it before.
 */
export function repairMode(path: string): boolean {
  try {
    const about = lstatSync(path)
    // The mode of a link has no meaning, and its target may not be recount's.
    if (about.isSymbolicLink() || !isOpenToOthers(about) || !isOurs(about)) return false
    chmodSync(path, about.mode & 0o700)
    return true
  } catch {
    return false
  }
}

/** Makes a folder of recount private. If others could read it, so could they the files that an older recount wrote there. */
export function repairFolder(path: string): void {
  const folders = repairMode(path) ? [path] : []
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of readdirSync(folder, {withFileTypes: true})) {
      const place = join(folder, entry.name)
      repairMode(place)
      if (entry.isDirectory()) folders.push(place)
    }
}

const isOpenToOthers = ({mode}: Stats): boolean => (mode & forOthers) !== 0

/** Root could change any mode, but files of other users are left alone. */
function isOurs({uid}: Stats): boolean {
  try {
    return uid === userInfo().uid
  } catch {
    // A user without a name, as in a container: the system rejects changes to other users' files.
    return true
  }
}
