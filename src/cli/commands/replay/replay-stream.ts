import type {SourceError} from '../../../sources/index.ts'
import {convertToStream, type SavedSession, type StreamLine} from '../../../store/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import {arrivalTimes, type SessionInput} from '../../sessions/session-files.ts'
import {version} from '../../version.ts'
import {playInTime, readPace} from './playback-pace.ts'

/** Writes a saved session to standard output as a stream that another program can read, at its original pace. */
export async function replayStream(
  host: Host,
  given: Arguments,
  input: SessionInput,
  skip: (problem: SourceError) => void,
): Promise<void> {
  const times = arrivalTimes(input.files)
  // Synthesized lines are at the start or the end of their session.
  const timeOf = ({from, time}: StreamLine) => (from ? times(from) : time)
  const pace = readPace(given, host.now)
  const end = listenForInterrupt(host, () => {}, 0)
  end.onWaiting()
  try {
    const lines = convertToStream(savedSession(input, skip), `recount ${version()}`)
    for await (const {step, isBefore} of playInTime(lines, timeOf, pace, end.stopped)) {
      if (host.out.closed) break
      if (!isBefore) await host.rawOut.write(`${step.text}\n`)
    }
  } finally {
    end.forget()
  }
  end.raise()
}

/** A saved session that can be read several times. Unreadable files are reported the first time. */
export function savedSession(input: SessionInput, skip: (problem: SourceError) => void): SavedSession {
  let isReported = false
  return {
    files: input.files,
    steps() {
      const skipNow = isReported ? () => {} : skip
      isReported = true
      return readSavedSession(input, skipNow)
    },
  }
}
