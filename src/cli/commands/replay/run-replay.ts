import {linesOf, type SourceError} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {createPrinter} from '../../printing/create-printer.ts'
import {openLiveOutput} from '../../printing/live-output.ts'
import {printLive} from '../../printing/print-live.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'
import {arrivalTimes, findInput, type SessionInput} from '../../sessions/session-files.ts'
import {playInTime, readPace} from './playback-pace.ts'
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
  const output = openLiveOutput(then, printer, !given.switches.has('no-partial'))
  const end = listenForInterrupt(host, output.leave, 0)
  end.onWaiting()
  /** The text of each line when it is due. Lines before the part to play are read but not printed. */
  const chunks = async function* (): AsyncGenerator<string> {
    let ends = ''
    const lines = linesOf(readSavedSession(input, skip), ({kind, file}) => {
      if (kind === 'begin') printer.begin(file.path, file)
      else ends += printer.end(file.path)
    })
    for await (const {step: line, isBefore} of playInTime(lines, times, pace, end.stopped)) {
      const text = printer.read(line, times(line))
      if (!isBefore) yield text
    }
    yield ends
  }
  await printLive(host, {printer, output, end, readsToEnd: false}, chunks())
  end.raise()
}
