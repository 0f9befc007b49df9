import {randomBytes} from 'node:crypto'
import {closeSync, fdatasync, fdatasyncSync, rmSync, writeSync} from 'node:fs'
import {join} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {openPrivateFile} from '../files/private-files.ts'
import {replaceFile, syncFolder} from './replace-file.ts'
import {SinkError, toSinkError} from './sink-error.ts'

/** What is known of a recording when it begins. */
export interface RecordingOptions {
  readonly command?: readonly string[]
  readonly cwd: string
  readonly title?: string
  readonly agent?: string
  readonly workspace?: string
}

/** How what was recorded ended. */
interface RecordingEnd {
  readonly exitCode?: number
  readonly signal?: string
}

/** A stream that is being recorded: its bytes as they came, and when each line of it came. */
export interface Recording {
  readonly folder: string
  /** The file that has exactly the bytes of the stream. */
  readonly path: string
  /** That file, open for appending: a program can be given it as its output. */
  readonly file: number
  /** Keeps bytes. They are the system's when this returns, and outlive us. */
  write(bytes: Uint8Array): void
  /** Notes when lines came, each with its number and its type. */
  note(rows: Iterable<readonly [line: number, type: string]>, at: number): void
  /** Takes it away again, for a program that could not be started. */
  discard(): void
  /** Closes it, and writes down how it ended. */
  close(end: RecordingEnd, now: number): void
}

/** A power failure may cost this many milliseconds of a recording; nothing else costs anything. */
const syncMs = 1000

/**
 * Begins a recording in a folder of its own below `recordings`. What is given to it is written at once and unbuffered,
 * so that no crash of a program loses any of it; it is synced to the disk a second after it came, and at the end.
 */
export function openRecording(recordings: string, plan: RecordingOptions, now: number): Recording {
  const startedAt = new Date(now).toISOString()
  const name = `${startedAt.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
  const folder = join(recordings, name)
  const path = join(folder, 'stream.jsonl')
  const guarded = <T>(step: () => T): T => {
    try {
      return step()
    } catch (error) {
      throw toSinkError(error, folder)
    }
  }
  const about = (more: object): void =>
    replaceFile(
      join(folder, 'stream.meta.json'),
      `${JSON.stringify({format: 'recount-recording', version: 1, startedAt, ...plan, ...more}, null, 2)}\n`,
    )
  return guarded(() => {
    makePrivateFolder(folder)
    const opened: number[] = []
    const open = (name: string): number => {
      const file = openPrivateFile(name, 'ax')
      opened.push(file)
      return file
    }
    /** Takes it away again. */
    const discard = (): void => {
      for (const file of opened) closeSync(file)
      rmSync(folder, {recursive: true, force: true})
    }
    let file: number
    let offsets: number
    try {
      file = open(path)
      offsets = open(join(folder, 'offsets.txt'))
      about({})
    } catch (error) {
      discard()
      throw error
    }
    syncFolder(folder)
    syncFolder(recordings)
    let timer: NodeJS.Timeout | undefined
    let last = 0
    const syncSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        // Not waited for: a slow disk must not make anybody wait. What fails here fails at the end too.
        fdatasync(file, () => {})
      }, syncMs).unref()
    }
    return {
      folder,
      path,
      file,
      write: (bytes) => guarded(() => writeAll(file, bytes)),
      note(rows, at) {
        // A clock may go back; lines do not.
        last = Math.max(last, Math.round(at - now))
        let text = ''
        for (const [line, type] of rows) text += `${line}\t${last}\t${type.replaceAll(/[\t\n\r]/g, ' ')}\n`
        if (text !== '') guarded(() => writeAll(offsets, Buffer.from(text)))
        syncSoon()
      },
      discard,
      close: (end, at) =>
        guarded(() => {
          clearTimeout(timer)
          try {
            fdatasyncSync(file)
            fdatasyncSync(offsets)
          } finally {
            closeSync(file)
            closeSync(offsets)
          }
          about({endedAt: new Date(at).toISOString(), ...end})
        }),
    }
  })
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    const written = writeSync(file, bytes, at)
    if (written === 0) throw new SinkError('Cannot write the recording: the file takes no more bytes.')
    at += written
  }
}
