import {readStdin} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {Failure, ReportedFailure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {type InterruptListener, listenForInterrupt} from '../../listen-for-interrupt.ts'
import {createPrinter} from '../../printing/create-printer.ts'
import {openLiveOutput} from '../../printing/live-output.ts'
import {printLive} from '../../printing/print-live.ts'
import type {Printer} from '../../printing/printer.ts'
import type {SlackFollower} from '../slack/post-while-printing.ts'
import {type InputCopies, openInputCopies} from './input-copies.ts'

/** How long to wait for input that was on its way at Ctrl-C. */
const grace = 1000

/** `recount print`: prints a stream as it arrives. */
export const runPrint: RunCommand = async (host, given) => {
  const [operand = '-'] = given.operands
  if (operand !== '-')
    throw new Failure(`Cannot print ${operand}: print reads standard input. Use "recount show" for files.`, 2)
  if (given.switches.has('web')) return printOnWeb(host, given)
  const orphanAfter = wholeNumber(given, 'orphan-after', {min: 0, max: 1_000_000})
  const patienceMs = orphanAfter === undefined ? undefined : orphanAfter * 1000
  const overrides = await usableOverrides(host)
  const printer = createPrinter(host, given, {patienceMs, overrides})
  let say = (sentence: string): Promise<void> => host.notify(sentence)
  const copies = await openInputCopies(host, given, (sentence) => say(sentence))
  let slack: SlackFollower | undefined
  if (given.switches.has('slack')) {
    const {postWhilePrinting} = await import('../slack/post-while-printing.ts')
    slack = await postWhilePrinting(host, given, {patienceMs, overrides})
  }
  const partial = !given.switches.has('no-partial')
  const toTheEnd = copies !== undefined || slack !== undefined || given.switches.has('check')
  const output = openLiveOutput(host, printer, partial)
  say = output.notify
  const end = listenForInterrupt(host, output.leave, grace)
  let isPrinted = true
  try {
    const chunks = printSteps(host, printer, end, copies, slack)
    isPrinted = await printLive(host, {printer, output, end, readsToEnd: toTheEnd}, chunks)
  } finally {
    say = (sentence) => host.notify(sentence)
    await copies?.close()
    await slack?.finish()
  }
  await copies?.reportRecording()
  if (given.switches.has('check')) check(printer)
  end.raise()
  if (!isPrinted || copies?.isComplete === false) throw new ReportedFailure()
}

/** Shows the stream in the viewer, and writes its copies. */
async function printOnWeb(host: Host, given: Arguments): Promise<void> {
  for (const name of ['check', 'slack'])
    if (given.switches.has(name))
      throw new Failure(`Cannot use --${name} with --web: the page stays open after the run.`, 2)
  const {serveArchive} = await import('../serve/serve-archive.ts')
  const {stdinStream} = await import('../serve/piped-stream.ts')
  const stream = stdinStream(host, () => openInputCopies(host, given))
  await serveArchive(host, given, stream)
}

/** The text for each chunk of standard input; a chunk can have many lines. Its copies and Slack get it too. */
async function* printSteps(
  host: Host,
  printer: Printer,
  end: InterruptListener,
  copies: InputCopies | undefined,
  slack: SlackFollower | undefined,
): AsyncGenerator<string> {
  // The copies are written before anything is printed.
  for await (const step of readStdin(host, {end, onBytes: (chunk) => copies?.write(chunk)})) {
    if (step.kind === 'end') yield printer.end('-')
    if (step.kind !== 'lines') continue
    const {lines, at = host.now()} = step
    await copies?.addLines(lines)
    slack?.read(lines, at)
    let text = ''
    for (const line of lines) text += printer.read(line, at)
    yield text
  }
}

/** Fails if the run failed, because a pipe hides the exit code of the command before it. */
function check({summary}: Printer): void {
  if (summary.state === 'completed') return
  const why = summary.reason === undefined ? '' : ` (${summary.reason})`
  throw new Failure(`The run did not complete: it ${verdicts[summary.state]}${why}.`, 1)
}

const verdicts = {
  failed: 'failed',
  interrupted: 'was interrupted',
  'cut-off': 'was cut off before its result',
  open: 'ended without a result',
} as const
