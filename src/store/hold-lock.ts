import {randomBytes} from 'node:crypto'
import {closeSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeSync} from 'node:fs'
import {openPrivateFile} from '../files/private-files.ts'
import {StoreError} from './store-error.ts'

/** What is done under a lock takes milliseconds, or seconds where a disk is busy; a lock that is older was left behind by somebody who was killed. */
const stale = 5000
const patience = 30_000

/** Does something while nobody else does it. The lock is a file that only one can make. */
export function holdLock<T>(path: string, work: () => T): T {
  const own = randomBytes(8).toString('hex')
  const began = Date.now()
  while (!take(path, own)) {
    if (Date.now() - began > patience)
      throw new StoreError(`Cannot write: ${path} is held by another program; remove it if there is none.`)
    breakStale(path)
    pause(2 + Math.random() * 10)
  }
  try {
    return work()
  } finally {
    if (read(path) === own) rmSync(path, {force: true})
  }
}

function take(path: string, own: string): boolean {
  try {
    mark(openPrivateFile(path, 'wx'), path, own)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** A lock that nobody could mark as theirs, as on a full disk, would be in everybody's way. */
function mark(file: number, path: string, own: string): void {
  try {
    writeSync(file, own)
  } catch (error) {
    rmSync(path, {force: true})
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * Takes a stale lock away under another name first: of several who see that it is stale, one succeeds. Who comes late may
 * get the lock that was made meanwhile, and puts it back.
 */
function breakStale(path: string): void {
  const about = statSync(path, {throwIfNoEntry: false})
  if (!about || !isStale(about)) return
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
    if (!isStale(statSync(aside))) linkSync(aside, path)
  } catch {
    // Somebody was faster.
  } finally {
    rmSync(aside, {force: true})
  }
}

const isStale = ({mtimeMs}: {readonly mtimeMs: number}): boolean => Date.now() - mtimeMs >= stale

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Waits without letting anything else happen: the work under a lock is synchronous, and so is waiting for it. */
const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
