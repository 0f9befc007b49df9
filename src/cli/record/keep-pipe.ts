import type {Line} from '../../model/index.ts'
import {openRecording} from '../../sinks/recording.ts'
import {teeFile} from '../../sinks/tee-file.ts'
import {recordingsFolder} from '../archive-home.ts'
import type {Arguments} from '../command.ts'
import {complain} from '../complain.ts'
import type {Host} from '../host.ts'
import {rowsOf} from './rows-of.ts'

/** Keeps what comes through a pipe, as the user's options say: in a file (`--tee`), as a recording (`--record`), or both. */
export interface PipeKeeper {
  /** Bytes have come. They are kept when this resolves. */
  write(chunk: Uint8Array): Promise<void>
  /** Lines have come, in bytes that were kept before. */
  note(lines: readonly Line[]): void
  /** Nothing more comes. */
  close(): Promise<void>
  /** Says where the recording is. */
  tell(): Promise<void>
}

/** Opens what the options name; nothing where they name nothing. What cannot be opened is told before anything is read. */
export async function keepPipe(host: Host, {values, switches}: Arguments): Promise<PipeKeeper | undefined> {
  const path = values.get('tee')
  const tee = path === undefined ? undefined : await teeFile(path)
  const recording = switches.has('record')
    ? openRecording(recordingsFolder(host), {cwd: host.cwd}, host.now())
    : undefined
  if (!tee && !recording) return undefined
  return {
    async write(chunk) {
      recording?.write(chunk)
      await tee?.write(chunk)
    },
    note: (lines) => recording?.note(rowsOf(lines), host.now()),
    async close() {
      await tee?.close()
      recording?.close({}, host.now())
    },
    async tell() {
      if (recording) await complain(host, `Recorded in ${recording.path}.`)
    },
  }
}
