import type {SourceError} from '../../sources/index.ts'
import type {SavedSession, StreamLine} from '../../store/index.ts'
import {streamOf} from '../../store/index.ts'
import type {Arguments} from '../command.ts'
import type {Host} from '../host.ts'
import {inTime} from '../in-time.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {paceFor} from '../pace.ts'
import type {Input} from '../read-input.ts'
import {readInput} from '../read-input.ts'
import {version} from '../version.ts'
import {arrivalTimes} from './arrival-times.ts'

/** Writes a saved session to standard output as a stream that another program can read, at its old pace. */
export async function replayStream(
  host: Host,
  given: Arguments,
  input: Input,
  skip: (problem: SourceError) => void,
): Promise<void> {
  const times = arrivalTimes(input.files)
  // Lines that were made stand where their session begins or ends.
  const timeOf = ({from, time}: StreamLine) => (from ? times(from) : time)
  const pace = paceFor(given, host.now)
  const end = listenForEnd(host, () => {}, 0)
  end.listening()
  try {
    const lines = streamOf(savedSession(input, skip), `recount ${version()}`)
    for await (const {step, isBefore} of inTime(lines, timeOf, pace, end.stopped)) {
      if (host.out.closed) break
      if (!isBefore) await host.rawOut.write(`${step.text}\n`)
    }
  } finally {
    end.forget()
  }
  end.obey()
}

/** A saved session that can be read again and again. What cannot be read is told the first time. */
export function savedSession(input: Input, skip: (problem: SourceError) => void): SavedSession {
  let told = false
  return {
    files: input.files,
    steps() {
      const skipNow = told ? () => {} : skip
      told = true
      return readInput(input, skipNow)
    },
  }
}
