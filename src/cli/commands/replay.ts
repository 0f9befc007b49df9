import {setTimeout as wait} from 'node:timers/promises'
import type {Instant, Line} from '../../model/index.ts'
import type {SourceError} from '../../sources/index.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {findInput} from '../find-input.ts'
import type {Host} from '../host.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {locate} from '../locate.ts'
import {orUntil} from '../or-until.ts'
import type {Pace} from '../pace.ts'
import {paceFor} from '../pace.ts'
import {perform} from '../perform.ts'
import type {Printer} from '../printer.ts'
import {printerFor} from '../printer-for.ts'
import type {Input} from '../read-paths.ts'
import {arrivalTimes} from '../record/arrival-times.ts'
import {replayStream} from '../record/replay-stream.ts'
import {savedSteps} from '../saved-steps.ts'
import {openStage} from '../stage.ts'

/** `recount replay`: plays a saved session through the live printer. */
export const replay: Run = async (host, given) => {
  const {name} = await locate(host, given.operands[0] ?? '')
  const skipped: SourceError[] = []
  const skip = (problem: SourceError): void => void skipped.push(problem)
  const input = findInput(host, name, skip)
  if (given.values.get('format') === 'stream-json') {
    await replayStream(host, given, input, skip).finally(() => tellSkipped(host, skipped))
    return
  }
  const times = arrivalTimes(input.files)
  const pace = paceFor(given, host.now, times)
  const printer = printerFor(host, given)
  // The running lines tell the session's time, not ours.
  const then: Host = {...host, now: pace.time}
  const stage = openStage(then, printer, !given.switches.has('no-partial'))
  const end = listenForEnd(host, stage.leave, 0)
  end.listening()
  try {
    const pieces = play(input, {printer, pace, times, stopped: end.stopped, skip})
    await perform(host, {printer, stage, end, toTheEnd: false}, pieces)
  } finally {
    await tellSkipped(host, skipped)
  }
  end.obey()
}

async function tellSkipped(host: Host, skipped: readonly SourceError[]): Promise<void> {
  for (const {message} of skipped) await complain(host, message)
}

interface Play {
  readonly printer: Printer
  readonly pace: Pace
  /** When a line came, where that was noted. */
  readonly times: (line: Line) => Instant | undefined
  readonly stopped: Promise<void>
  skip(problem: SourceError): void
}

/** What each line prints, when its time has come. Lines before the part that is played are read all the same. */
async function* play(input: Input, {printer, pace, times, stopped, skip}: Play): AsyncGenerator<string> {
  let over = false
  void stopped.then(() => {
    over = true
  })
  const come = orUntil(stopped)
  for (const {path, session, agent} of input.files) printer.begin(path, {session, agent})
  for (const {line, ended} of savedSteps(input, skip)) {
    if (!line) {
      yield printer.end(ended)
      continue
    }
    const part = pace.part(line)
    if (part === 'in') await come(wait(pace.gap(line)))
    if (over || part === 'after') return
    pace.shown(line)
    const text = printer.read(line, times(line))
    if (part === 'in') yield text
  }
}
