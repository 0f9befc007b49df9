import type {Instant, Line} from '../../../model/index.ts'
import type {SourceError} from '../../../sources/index.ts'
import {linesOf} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {createPrinter} from '../../printing/create-printer.ts'
import {openLiveOutput} from '../../printing/live-output.ts'
import {printLive} from '../../printing/print-live.ts'
import type {Printer} from '../../printing/printer.ts'
import {arrivalTimes} from '../../sessions/arrival-times.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'
import type {SessionInput} from '../../sessions/session-files.ts'
import {findInput} from '../../sessions/session-files.ts'
import {playInTime} from './play-in-time.ts'
import type {PlaybackPace} from './playback-pace.ts'
import {readPace} from './playback-pace.ts'
import {replayStream} from './replay-stream.ts'

/** `recount replay`: plays a saved session through the live printer, into the live viewer, or as a stream. */
export const runReplay: RunCommand = async (host, given) => {
  const play = await playerFor(given)
  const {path} = await resolveSession(host, given)
  const skipped: SourceError[] = []
  const skip = (problem: SourceError): void => void skipped.push(problem)
  const input = findInput(path, skip)
  try {
    await play(host, given, input, skip)
  } finally {
    for (const {message} of skipped) await host.notify(message)
  }
}

type Play = (
  host: Host,
  given: Arguments,
  input: SessionInput,
  skip: (problem: SourceError) => void,
) => Promise<void>

async function playerFor({switches, values}: Arguments): Promise<Play> {
  const format = values.get('format')
  if (!switches.has('web')) return format === 'stream-json' ? replayStream : replayInTerminal
  if (format !== undefined) throw new Failure(`Cannot use --web with --format ${format}.`, 2)
  // Few replays need a server.
  return (await import('./replay-on-web.ts')).replayWeb
}

const replayInTerminal: Play = async (host, given, input, skip) => {
  const times = arrivalTimes(input.files)
  const pace = readPace(given, host.now)
  const printer = createPrinter(host, given, {overrides: await usableOverrides(host)})
  // The running lines show the session's time, not ours.
  const then: Host = Object.create(host, {now: {value: pace.time}})
  const stage = openLiveOutput(then, printer, !given.switches.has('no-partial'))
  const end = listenForInterrupt(host, stage.leave, 0)
  end.listening()
  const pieces = playLines(input, {printer, pace, times, stopped: end.stopped, skip})
  await printLive(host, {printer, output: stage, end, readsToEnd: false}, pieces)
  end.raise()
}

interface Playing {
  readonly printer: Printer
  readonly pace: PlaybackPace
  /** When a line came, where that was noted. */
  readonly times: (line: Line) => Instant | undefined
  readonly stopped: Promise<void>
  skip(problem: SourceError): void
}

/** What each line prints, when its time has come. Lines before the part that is played are read all the same. */
async function* playLines(
  input: SessionInput,
  {printer, pace, times, stopped, skip}: Playing,
): AsyncGenerator<string> {
  let ends = ''
  const lines = linesOf(readSavedSession(input, skip), ({kind, file}) => {
    if (kind === 'begin') printer.begin(file.path, file)
    else ends += printer.end(file.path)
  })
  for await (const {step: line, isBefore} of playInTime(lines, times, pace, stopped)) {
    const text = printer.read(line, times(line))
    if (!isBefore) yield text
  }
  yield ends
}
