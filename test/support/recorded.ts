import type {ChildProcess} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {afterAll} from 'vitest'
import {recording} from './recordings.ts'

/** The program that stands in for Claude Code. */
export const client = fileURLToPath(new URL('stand-in-client.mjs', import.meta.url))

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
export const playing = (name: string, ...options: readonly string[]): readonly string[] => [
  process.execPath,
  client,
  streamOf(name),
  ...options,
]

/** A recording as it lies on the disk. */
export interface Kept {
  readonly folder: string
  readonly stream: string
  readonly bytes: Buffer
  readonly about: Readonly<Record<string, unknown>>
}

/** What was recorded in a home. */
export function keptIn(home: string): readonly Kept[] {
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
export function onlyIn(home: string): Kept {
  const [kept, another] = keptIn(home)
  if (!kept || another) throw new Error(`There is not one recording in ${home}.`)
  return kept
}

/** A recording has begun, and so many bytes have come. */
export const isBegun = (home: string, bytes = 1): boolean => {
  try {
    return onlyIn(home).bytes.length >= bytes
  } catch {
    return false
  }
}

/** How a program ended. */
export const ended = async (child: ChildProcess): Promise<{code: number | null; signal: string | null}> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return {code: child.exitCode, signal: child.signalCode}
}

/** Waits until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  const began = Date.now()
  while (!isSo()) {
    if (Date.now() - began > 60_000) throw new Error('It did not happen.')
    await pause(20)
  }
}
