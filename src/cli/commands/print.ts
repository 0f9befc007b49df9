import {readStdin} from '../../sources/index.ts'
import type {Arguments, Run} from '../command.ts'
import {complain} from '../complain.ts'
import {Failure, SaidFailure} from '../failure.ts'
import type {Host} from '../host.ts'
import type {EndListener} from '../listen-for-end.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {perform} from '../perform.ts'
import {usableOverrides} from '../price-overrides.ts'
import type {Printer} from '../printer.ts'
import {printerFor} from '../printer-for.ts'
import type {PipeKeeper} from '../record/keep-pipe.ts'
import {keepPipe} from '../record/keep-pipe.ts'
import type {Along} from '../slack/tell-along.ts'
import {openStage} from '../stage.ts'
import {wholeNumber} from '../whole-number.ts'

/** What was under way when Ctrl-C came arrives within this time. */
const grace = 1000

/** `recount` on a pipe: prints a stream as it comes. */
export const print: Run = async (host, given) => {
  const [operand = '-'] = given.operands
  if (operand !== '-')
    throw new Failure(
      `Cannot print ${operand}: it takes "-", or nothing, for standard input. "recount show" takes files.`,
      2,
    )
  if (given.switches.has('web')) return printOnPage(host, given)
  const orphanAfter = wholeNumber(given, 'orphan-after', {least: 0, most: 1_000_000})
  const patienceMs = orphanAfter === undefined ? undefined : orphanAfter * 1000
  const overrides = await usableOverrides(host)
  const printer = printerFor(host, given, {patienceMs, overrides})
  let say = (sentence: string): Promise<void> => complain(host, sentence)
  const keeper = await keepPipe(host, given, (sentence) => say(sentence))
  const slack = given.switches.has('slack')
    ? await (await import('../slack/tell-along.ts')).tellAlong(host, given, {patienceMs, overrides})
    : undefined
  const partial = !given.switches.has('no-partial')
  const toTheEnd = keeper !== undefined || slack !== undefined || given.switches.has('check')
  const stage = openStage(host, printer, partial)
  say = stage.say
  const end = listenForEnd(host, stage.leave, grace)
  let isPrinted = true
  try {
    const pieces = piecesOf(host, printer, end, {keeper, slack})
    isPrinted = await perform(host, {printer, stage, end, toTheEnd}, pieces)
  } finally {
    say = (sentence) => complain(host, sentence)
    await keeper?.close()
    await slack?.finish()
  }
  await keeper?.tell()
  if (given.switches.has('check')) check(printer)
  end.obey()
  if (!isPrinted || keeper?.isWhole === false) throw new SaidFailure()
}

/** Shows the stream in the viewer, and keeps it all the same. */
async function printOnPage(host: Host, given: Arguments): Promise<void> {
  for (const name of ['check', 'slack'])
    if (given.switches.has(name))
      throw new Failure(`Cannot use --${name} with --web: the page stays when the run has ended.`, 2)
  const {serveArchive} = await import('../serve/serve-archive.ts')
  const {stdinStream} = await import('../serve/piped-stream.ts')
  await serveArchive(
    host,
    given,
    stdinStream(host, () => keepPipe(host, given)),
  )
}

/** Who gets what came besides the printer. */
interface Others {
  readonly keeper: PipeKeeper | undefined
  readonly slack: Along | undefined
}

/** What each chunk of standard input prints: one piece for many lines where they come fast. */
async function* piecesOf(
  host: Host,
  printer: Printer,
  end: EndListener,
  {keeper, slack}: Others,
): AsyncGenerator<string> {
  // What is printed was kept before.
  for await (const step of readStdin(host, {end, onBytes: (chunk) => keeper?.write(chunk)})) {
    if (step.kind === 'end') yield printer.end('-')
    if (step.kind !== 'lines') continue
    const {lines, at = host.now()} = step
    await keeper?.note(lines)
    slack?.read(lines, at)
    let text = ''
    for (const line of lines) text += printer.read(line, at)
    yield text
  }
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
