import {randomBytes} from 'node:crypto'
import {closeSync, fdatasync, fdatasyncSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {openPrivateFile, writeAll} from '../files/private-files.ts'
import {replaceFile, syncFolder} from './replace-file.ts'
import {toSinkError} from './sink-error.ts'

/** What is known of a recording at its start. */
export interface RecordingOptions {
  /** The command that was run; missing for a stream from a pipe. */
  readonly command?: readonly string[]
  /** The folder in which it ran. */
  readonly cwd: string
  /** The title from `--title`. */
  readonly title?: string
  /** The agent from `--agent`. */
  readonly agent?: string
  /** The workspace from `--workspace`. */
  readonly workspace?: string
}

/** How the recorded program ended. */
interface RecordingEnd {
  /** The exit code of the command. */
  readonly exitCode?: number
  /** The signal that ended the command. */
  readonly signal?: string
}

/** What is known of a recording: its file `stream.meta.json`. Unknown values are left out. */
export interface RecordingJson extends RecordingOptions, RecordingEnd {
  /** Always `recount-recording`. */
  readonly format: 'recount-recording'
  /** A new number means that a field was renamed or removed. */
  readonly version: 1
  /** When it started. */
  readonly startedAt: string
  /** When it ended; missing while it is running, or if recount was killed. */
  readonly endedAt?: string
}

/** A recording: the bytes of a stream, and the arrival time of each line. */
export interface Recording {
  readonly folder: string
  /** The file that has exactly the bytes of the stream. */
  readonly path: string
  /** That file, open for appending, so that a program can write to it directly. */
  readonly file: number
  /** Writes bytes. When this returns, they survive a crash of recount. */
  write(bytes: Uint8Array): void
  /** Notes the arrival of lines, each with its number and type. */
  note(rows: Iterable<readonly [line: number, type: string]>, at: number): void
  /** Removes the recording of a program that could not be started. */
  discard(): void
  /** Closes it, and notes how it ended. */
  close(end: RecordingEnd, now: number): void
}

/** A power failure loses at most this many milliseconds of a recording; nothing else loses any. */
const syncMs = 1000

/**
 * Starts a recording in a new folder below `recordings`. Bytes are written immediately and unbuffered, so that a crash loses
 * none of them; they are synced to the disk within a second, and at the end.
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
  const about = (more: RecordingEnd & Pick<RecordingJson, 'endedAt'>): void => {
    const notes: RecordingJson = {format: 'recount-recording', version: 1, startedAt, ...plan, ...more}
    replaceFile(join(folder, 'stream.meta.json'), `${JSON.stringify(notes, null, 2)}\n`)
  }
  return guarded(() => {
    makePrivateFolder(folder)
    const opened: number[] = []
    const open = (name: string): number => {
      const file = openPrivateFile(name, 'ax')
      opened.push(file)
      return file
    }
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
        // Not awaited, because a slow disk must not delay anything. An error here appears again at the end.
        fdatasync(file, () => {})
      }, syncMs).unref()
    }
    return {
      folder,
      path,
      file,
      write: (bytes) => guarded(() => writeAll(file, bytes)),
      note(rows, at) {
        // The clock can go back; lines do not.
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
