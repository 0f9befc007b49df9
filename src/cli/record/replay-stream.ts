import {setTimeout as wait} from 'node:timers/promises'
import type {Line} from '../../model/index.ts'
import type {SourceError} from '../../sources/index.ts'
import type {SavedSession, StreamLine} from '../../store/index.ts'
import {streamOf} from '../../store/index.ts'
import type {Arguments} from '../command.ts'
import type {Host} from '../host.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {orUntil} from '../or-until.ts'
import {paceFor} from '../pace.ts'
import type {Input} from '../read-paths.ts'
import {savedSteps} from '../saved-steps.ts'
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
  const made = new Map<Line, StreamLine>()
  const timeOf = (line: Line) => made.get(line)?.time ?? times(line)
  const pace = paceFor(given, host.now, timeOf)
  const end = listenForEnd(host, () => {}, 0)
  end.listening()
  const come = orUntil(end.stopped)
  let over = false
  void end.stopped.then(() => {
    over = true
  })
  try {
    for (const line of streamOf(savedSession(input, skip), `recount ${version()}`)) {
      const step = line.from ?? standIn
      if (!line.from) made.set(step, line)
      const part = pace.part(step)
      if (part === 'in') await come(wait(pace.gap(step)))
      if (over || host.out.closed || part === 'after') break
      pace.shown(step)
      if (part === 'in') await host.out.write(`${line.text}\n`)
    }
  } finally {
    end.forget()
  }
  end.obey()
}

/** Stands for lines that were made, which come from nowhere. */
const standIn: Line = {
  kind: 'unreadable',
  reason: 'not-json',
  text: '',
  at: {source: '', line: 0, record: 0, offset: 0},
}

/** A saved session that can be read again and again. What cannot be read is told the first time. */
export function savedSession(input: Input, skip: (problem: SourceError) => void): SavedSession {
  let told = false
  return {
    files: input.files,
    steps() {
      const skipNow = told ? () => {} : skip
      told = true
      return savedSteps(input, skipNow)
    },
  }
}
