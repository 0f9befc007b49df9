import type {Line} from '../../../model/index.ts'
import {openRecording} from '../../../sinks/recording.ts'
import {isOutOfSpace, SinkError} from '../../../sinks/sink-error.ts'
import {teeFile} from '../../../sinks/tee-file.ts'
import {recordingsFolder} from '../../archive/data-folders.ts'
import type {Arguments} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {arrivalRows} from '../record/follow-run.ts'

/**
 * Copies of the piped input: in a file (`--tee`), as a recording (`--record`), or both. A copy that can no longer be
 * written is reported once and ends there; nothing else stops because of it.
 */
export interface InputCopies {
  /** Adds bytes; resolves when they are written. */
  write(chunk: Uint8Array): Promise<void>
  /** Notes the arrival of lines whose bytes were written before. */
  addLines(lines: readonly Line[]): Promise<void>
  /** The input has ended. */
  close(): Promise<void>
  /** Prints where the recording is. */
  reportRecording(): Promise<void>
  /** No copy has failed. */
  readonly isComplete: boolean
}

/** One copy of the input. */
interface Copy {
  write(chunk: Uint8Array): Promise<void> | void
  note?(lines: readonly Line[]): void
  close(): Promise<void> | void
}

/**
 * Opens the copies of the options; `undefined` if there are none. A copy that cannot be opened is an error before anything
 * is read, except on a full disk: then the input is still printed.
 */
export async function openInputCopies(
  host: Host,
  {values, switches}: Arguments,
  say: Host['notify'] = (sentence) => host.notify(sentence),
): Promise<InputCopies | undefined> {
  const copies: Copy[] = []
  const failed = new Set<Copy | 'unopened'>()
  const sayFailed = ({message}: SinkError): Promise<void> =>
    say(`${message} This copy is incomplete; printing continues.`)
  const open = async <T>(step: () => Promise<T> | T): Promise<T | undefined> => {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof SinkError && isOutOfSpace(error))) throw error
      failed.add('unopened')
      await sayFailed(error)
      return undefined
    }
  }
  const path = values.get('tee')
  const tee = path === undefined ? undefined : await open(() => teeFile(path))
  const recording = switches.has('record')
    ? await open(() => openRecording(recordingsFolder(host), {cwd: host.cwd}, host.now()))
    : undefined
  const recorded: Copy | undefined = recording && {
    write: (chunk) => recording.write(chunk),
    note: (lines) => recording.note(arrivalRows(lines), host.now()),
    close: () => recording.close({}, host.now()),
  }
  if (recorded) copies.push(recorded)
  if (tee) copies.push(tee)
  const each = async (step: (copy: Copy) => Promise<void> | void): Promise<void> => {
    for (const copy of copies) {
      const hadFailed = failed.has(copy)
      try {
        await step(copy)
      } catch (error) {
        if (!(error instanceof SinkError)) throw error
        failed.add(copy)
        if (!hadFailed) await sayFailed(error)
      }
    }
  }
  const unlessFailed =
    (step: (copy: Copy) => Promise<void> | void) =>
    (copy: Copy): Promise<void> | void =>
      // Nothing is added after a gap, so that the copy is a true start of the input.
      failed.has(copy) ? undefined : step(copy)
  if (copies.length === 0 && failed.size === 0) return undefined
  return {
    write: (chunk) => each(unlessFailed((copy) => copy.write(chunk))),
    addLines: (lines) => each(unlessFailed((copy) => copy.note?.(lines))),
    close: () => each((copy) => copy.close()),
    async reportRecording() {
      if (!recording || !recorded) return
      const what = failed.has(recorded) ? 'Recorded only the start of the input' : 'Recorded'
      await host.notify(`${what} in ${recording.path}.`)
    },
    get isComplete() {
      return failed.size === 0
    },
  }
}
