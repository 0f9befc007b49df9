import {readLines} from '../../dialects/index.ts'
import type {Recording} from '../../sinks/recording.ts'
import {openRecording} from '../../sinks/recording.ts'
import type {TeeFile} from '../../sinks/tee-file.ts'
import {teeFile} from '../../sinks/tee-file.ts'
import {recordingsFolder} from '../archive-home.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {Failure} from '../failure.ts'
import {emptyStdin, followStdin} from '../follow-stdin.ts'
import type {Host} from '../host.ts'
import type {EndListener} from '../listen-for-end.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {perform} from '../perform.ts'
import type {Printer} from '../printer.ts'
import {printerFor} from '../printer-for.ts'
import {rowsOf} from '../record/rows-of.ts'
import type {Along} from '../slack/tell-along.ts'
import {openStage} from '../stage.ts'
import {wholeNumber} from '../whole-number.ts'

/** What was under way when Ctrl-C came arrives within this time. */
const grace = 1000

/** `recount` on a pipe: prints a stream as it comes. */
export const print: Run = async (host, given) => {
  if (given.switches.has('web')) {
    const {serve} = await import('./serve.ts')
    return serve(host, {operands: ['-'], switches: new Set(), values: new Map()})
  }
  const orphanAfter = wholeNumber(given, 'orphan-after', {least: 0, most: 1_000_000})
  const patienceMs = orphanAfter === undefined ? undefined : orphanAfter * 1000
  const printer = printerFor(host, given, {patienceMs})
  const path = given.values.get('tee')
  const tee = path === undefined ? undefined : await teeFile(path)
  const recording = given.switches.has('record')
    ? openRecording(recordingsFolder(host), {cwd: host.cwd}, host.now())
    : undefined
  const slack = given.switches.has('slack')
    ? await (await import('../slack/tell-along.ts')).tellAlong(host, given, patienceMs)
    : undefined
  const partial = !given.switches.has('no-partial')
  const isKept = tee !== undefined || recording !== undefined || slack !== undefined
  const toTheEnd = isKept || given.switches.has('check')
  const stage = openStage(host, printer, partial)
  const end = listenForEnd(host, stage.leave, grace)
  try {
    await perform(
      host,
      {printer, stage, end, toTheEnd},
      piecesOf(host, printer, end, {tee, recording, slack}),
    )
  } finally {
    await tee?.close()
    recording?.close({}, host.now())
    await slack?.finish()
  }
  if (recording) await complain(host, `Recorded in ${recording.path}.`)
  if (given.switches.has('check')) check(printer)
  end.obey()
}

/** Who gets what came besides the printer. */
interface Keeping {
  readonly tee: TeeFile | undefined
  readonly recording: Recording | undefined
  readonly slack: Along | undefined
}

/** What each chunk of standard input prints: one piece for many lines where they come fast. */
async function* piecesOf(
  host: Host,
  printer: Printer,
  end: EndListener,
  {tee, recording, slack}: Keeping,
): AsyncGenerator<string> {
  const reader = readLines('-')
  for await (const {chunk, at} of followStdin(host, end)) {
    // What is printed was kept before.
    recording?.write(chunk)
    await tee?.write(chunk)
    const lines = reader.push(chunk)
    recording?.note(rowsOf(lines), host.now())
    slack?.read(lines, at)
    let text = ''
    for (const line of lines) text += printer.read(line, at)
    yield text
  }
  let text = ''
  const last = reader.end()
  recording?.note(rowsOf(last), host.now())
  slack?.read(last, host.now())
  for (const line of last) text += printer.read(line, host.now())
  if (reader.bytes === 0 && !end.asked) throw emptyStdin()
  yield text + printer.end('-')
}

/** A pipe hides the exit code of what is before it; this gives it back. */
function check({summary}: Printer): void {
  if (summary.state === 'completed') return
  const why = summary.reason === undefined ? '' : ` (${summary.reason})`
  throw new Failure(`The run did not complete: it ${verdicts[summary.state]}${why}.`, 1)
}

const verdicts = {
  failed: 'failed',
  interrupted: 'was interrupted',
  'cut-off': 'was cut off before its result',
  open: 'was left without an answer',
} as const
