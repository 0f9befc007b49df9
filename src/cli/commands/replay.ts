import type {Instant, Line} from '../../model/index.ts'
import type {SourceError} from '../../sources/index.ts'
import {linesOf} from '../../sources/index.ts'
import type {Arguments, Run} from '../command.ts'
import {complain} from '../complain.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {inTime} from '../in-time.ts'
import {listenForEnd} from '../listen-for-end.ts'
import type {Pace} from '../pace.ts'
import {paceFor} from '../pace.ts'
import {perform} from '../perform.ts'
import {usableOverrides} from '../price-overrides.ts'
import type {Printer} from '../printer.ts'
import {printerFor} from '../printer-for.ts'
import type {Input} from '../read-input.ts'
import {readInput} from '../read-input.ts'
import {arrivalTimes} from '../record/arrival-times.ts'
import {replayStream} from '../record/replay-stream.ts'
import {inputAt, resolveSession} from '../resolve-session.ts'
import {openStage} from '../stage.ts'

/** `recount replay`: plays a saved session through the live printer, into the live viewer, or as a stream. */
export const replay: Run = async (host, given) => {
  const play = await playerFor(given)
  const {path} = await resolveSession(host, given)
  const skipped: SourceError[] = []
  const skip = (problem: SourceError): void => void skipped.push(problem)
  const input = inputAt(path, skip)
  try {
    await play(host, given, input, skip)
  } finally {
    for (const {message} of skipped) await complain(host, message)
  }
}

type Play = (
  host: Host,
  given: Arguments,
  input: Input,
  skip: (problem: SourceError) => void,
) => Promise<void>

async function playerFor({switches, values}: Arguments): Promise<Play> {
  const format = values.get('format')
  if (!switches.has('web')) return format === 'stream-json' ? replayStream : replayPage
  if (format !== undefined)
    throw new Failure(`Cannot use --web with --format ${format}: it goes to one or the other.`, 2)
  // Few replays need a server.
  return (await import('../record/replay-web.ts')).replayWeb
}

const replayPage: Play = async (host, given, input, skip) => {
  const times = arrivalTimes(input.files)
  const pace = paceFor(given, host.now)
  const printer = printerFor(host, given, {overrides: await usableOverrides(host)})
  // The running lines tell the session's time, not ours.
  const then: Host = Object.create(host, {now: {value: pace.time}})
  const stage = openStage(then, printer, !given.switches.has('no-partial'))
  const end = listenForEnd(host, stage.leave, 0)
  end.listening()
  const pieces = piecesOf(input, {printer, pace, times, stopped: end.stopped, skip})
  await perform(host, {printer, stage, end, toTheEnd: false}, pieces)
  end.obey()
}

interface Playing {
  readonly printer: Printer
  readonly pace: Pace
  /** When a line came, where that was noted. */
  readonly times: (line: Line) => Instant | undefined
  readonly stopped: Promise<void>
  skip(problem: SourceError): void
}

/** What each line prints, when its time has come. Lines before the part that is played are read all the same. */
async function* piecesOf(
  input: Input,
  {printer, pace, times, stopped, skip}: Playing,
): AsyncGenerator<string> {
  let ends = ''
  const lines = linesOf(readInput(input, skip), ({kind, file}) => {
    if (kind === 'begin') printer.begin(file.path, file)
    else ends += printer.end(file.path)
  })
  for await (const {step: line, isBefore} of inTime(lines, times, pace, stopped)) {
    const text = printer.read(line, times(line))
    if (!isBefore) yield text
  }
  yield ends
}
