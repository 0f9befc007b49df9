import type {ChildProcess} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {afterAll} from 'vitest'
import {recording} from '../conversation/recordings.ts'

/** The program that replaces Claude Code. */
export const fakeClient = fileURLToPath(new URL('fake-client.mjs', import.meta.url))

/** A folder for the tests of a file, which goes with them. */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `recount-${name}-`))
  afterAll(() => rmSync(folder, {recursive: true, force: true, maxRetries: 3}))
  return folder
}

/** Gives a new home below a folder, each time. */
export function homesIn(folder: string): () => string {
  let homes = 0
  return () => {
    homes += 1
    return join(folder, `home-${homes}`)
  }
}

/** The stream of a recording. */
export const streamOf = (name: string): string => join(recording(name).folder, 'stream.jsonl')

/** The words that play a stream. */
export const playCommand = (name: string, ...options: readonly string[]): readonly string[] => [
  process.execPath,
  fakeClient,
  streamOf(name),
  ...options,
]

/** A recording as it lies on the disk. */
export interface Recorded {
  readonly folder: string
  readonly stream: string
  readonly bytes: Buffer
  readonly about: Readonly<Record<string, unknown>>
}

/** What was recorded in a home. */
export function recordedIn(home: string): readonly Recorded[] {
  const recordings = join(home, 'recordings')
  return readdirSync(recordings)
    .sort()
    .map((name) => {
      const folder = join(recordings, name)
      const stream = join(folder, 'stream.jsonl')
      const about = JSON.parse(readFileSync(join(folder, 'stream.meta.json'), 'utf8'))
      return {folder, stream, bytes: readFileSync(stream), about}
    })
}

/** The one recording of a home. */
export function onlyRecordedIn(home: string): Recorded {
  const [kept, another] = recordedIn(home)
  if (!kept || another) throw new Error(`There is not one recording in ${home}.`)
  return kept
}

/** A recording has begun, and so many bytes have come. */
export const hasRecorded = (home: string, bytes = 1): boolean => {
  try {
    return onlyRecordedIn(home).bytes.length >= bytes
  } catch {
    return false
  }
}

/** How a program ended. */
export const exitOf = async (child: ChildProcess): Promise<{code: number | null; signal: string | null}> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return {code: child.exitCode, signal: child.signalCode}
}

/** Waits until something is so. */
export async function waitUntil(isSo: () => boolean): Promise<void> {
  const began = Date.now()
  while (!isSo()) {
    if (Date.now() - began > 60_000) throw new Error('It did not happen.')
    await pause(20)
  }
}
