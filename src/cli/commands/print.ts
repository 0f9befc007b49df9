import {readLines} from '../../dialects/index.ts'
import type {TeeFile} from '../../sinks/tee-file.ts'
import {teeFile} from '../../sinks/tee-file.ts'
import type {Run} from '../command.ts'
import {Failure} from '../failure.ts'
import {emptyStdin, followStdin} from '../follow-stdin.ts'
import type {Host} from '../host.ts'
import type {EndListener} from '../listen-for-end.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {perform} from '../perform.ts'
import type {Printer} from '../printer.ts'
import {printerFor} from '../printer-for.ts'
import {openStage} from '../stage.ts'
import {wholeNumber} from '../whole-number.ts'

/** What was under way when Ctrl-C came arrives within this time. */
const grace = 1000

/** `recount` on a pipe: prints a stream as it comes. */
export const print: Run = async (host, given) => {
  const orphanAfter = wholeNumber(given, 'orphan-after', {least: 0, most: 1_000_000})
  const printer = printerFor(host, given, {
    patienceMs: orphanAfter === undefined ? undefined : orphanAfter * 1000,
  })
  const path = given.values.get('tee')
  const tee = path === undefined ? undefined : await teeFile(path)
  const partial = !given.switches.has('no-partial')
  const toTheEnd = tee !== undefined || given.switches.has('check')
  const stage = openStage(host, printer, partial)
  const end = listenForEnd(host, stage.leave, grace)
  try {
    await perform(host, {printer, stage, end, toTheEnd}, piecesOf(host, printer, end, tee))
  } finally {
    await tee?.close()
  }
  if (given.switches.has('check')) check(printer)
  end.obey()
}

/** What each chunk of standard input prints: one piece for many lines where they come fast. */
async function* piecesOf(
  host: Host,
  printer: Printer,
  end: EndListener,
  tee: TeeFile | undefined,
): AsyncGenerator<string> {
  const reader = readLines('-')
  for await (const {chunk, at} of followStdin(host, end)) {
    await tee?.write(chunk)
    let text = ''
    for (const line of reader.push(chunk)) text += printer.read(line, at)
    yield text
  }
  let text = ''
  for (const line of reader.end()) text += printer.read(line, host.now())
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
