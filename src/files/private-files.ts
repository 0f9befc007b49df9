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

/** Only the owner can read and write: Claude Code keeps its transcripts the same way. */
export const privateFileMode = 0o600

/** Only the owner can look into a folder. */
export const privateFolderMode = 0o700

/** Every permission of the group and of others. */
const forOthers = 0o077

/**
 * Opens a file to write to it, making it if it is missing. Nobody but its owner can open it, from its first byte on; one
 * that others could read is closed to them. Gives its descriptor.
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

/** Makes an empty private file unless there is one: SQLite gives a file that it makes the mode that the umask allows. */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', privateFileMode))
  } catch (error) {
    // One that exists is repaired by who opens it; one that cannot be made is reported by who needs it.
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

/** Copies an open file into a new private one. Node's own way gives the copy the mode of the original. */
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

/** Writes all bytes; a disk that is nearly full takes a part before it refuses the rest. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/**
 * Closes a file or folder to everybody but its owner, if it is ours. One that cannot be changed stays as it is: it can still
 * be read. Gives whether others could read it before.
 */
export function repairMode(path: string): boolean {
  try {
    const about = lstatSync(path)
    // The mode of a link says nothing, and what it leads to may not be recount's.
    if (about.isSymbolicLink() || !isOpenToOthers(about) || !isOurs(about)) return false
    chmodSync(path, about.mode & 0o700)
    return true
  } catch {
    return false
  }
}

/** Repairs a folder that only recount writes to. If it was open, so was what an older recount wrote below it. */
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

/** Root may change the mode of everything, but what belongs to another user is not ours to close. */
function isOurs({uid}: Stats): boolean {
  try {
    return uid === userInfo().uid
  } catch {
    // A user without a name, as in a container: the system refuses what is not theirs.
    return true
  }
}
