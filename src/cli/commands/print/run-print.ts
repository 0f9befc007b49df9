import {readStdin} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {Failure, ReportedFailure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {InterruptListener} from '../../listen-for-interrupt.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {printNotice} from '../../output/print-notice.ts'
import {createPrinter} from '../../printing/create-printer.ts'
import {openLiveOutput} from '../../printing/live-output.ts'
import {printLive} from '../../printing/print-live.ts'
import type {Printer} from '../../printing/printer.ts'
import type {SlackFollower} from '../slack/post-while-printing.ts'
import type {InputCopies} from './input-copies.ts'
import {openInputCopies} from './input-copies.ts'

/** What was under way when Ctrl-C came arrives within this time. */
const grace = 1000

/** `recount` on a pipe: prints a stream as it comes. */
export const runPrint: RunCommand = async (host, given) => {
  const [operand = '-'] = given.operands
  if (operand !== '-')
    throw new Failure(
      `Cannot print ${operand}: it takes "-", or nothing, for standard input. "recount show" takes files.`,
      2,
    )
  if (given.switches.has('web')) return printOnWeb(host, given)
  const orphanAfter = wholeNumber(given, 'orphan-after', {least: 0, most: 1_000_000})
  const patienceMs = orphanAfter === undefined ? undefined : orphanAfter * 1000
  const overrides = await usableOverrides(host)
  const printer = createPrinter(host, given, {patienceMs, overrides})
  let say = (sentence: string): Promise<void> => printNotice(host, sentence)
  const keeper = await openInputCopies(host, given, (sentence) => say(sentence))
  const slack = given.switches.has('slack')
    ? await (await import('../slack/post-while-printing.ts')).postWhilePrinting(host, given, {
        patienceMs,
        overrides,
      })
    : undefined
  const partial = !given.switches.has('no-partial')
  const toTheEnd = keeper !== undefined || slack !== undefined || given.switches.has('check')
  const stage = openLiveOutput(host, printer, partial)
  say = stage.notify
  const end = listenForInterrupt(host, stage.leave, grace)
  let isPrinted = true
  try {
    const pieces = printSteps(host, printer, end, {keeper, slack})
    isPrinted = await printLive(host, {printer, output: stage, end, readsToEnd: toTheEnd}, pieces)
  } finally {
    say = (sentence) => printNotice(host, sentence)
    await keeper?.close()
    await slack?.finish()
  }
  await keeper?.reportRecording()
  if (given.switches.has('check')) check(printer)
  end.raise()
  if (!isPrinted || keeper?.isComplete === false) throw new ReportedFailure()
}

/** Shows the stream in the viewer, and keeps it all the same. */
async function printOnWeb(host: Host, given: Arguments): Promise<void> {
  for (const name of ['check', 'slack'])
    if (given.switches.has(name))
      throw new Failure(`Cannot use --${name} with --web: the page stays when the run has ended.`, 2)
  const {serveArchive} = await import('../serve/serve-archive.ts')
  const {stdinStream} = await import('../serve/piped-stream.ts')
  await serveArchive(
    host,
    given,
    stdinStream(host, () => openInputCopies(host, given)),
  )
}

/** Who gets what came besides the printer. */
interface InputReceivers {
  readonly keeper: InputCopies | undefined
  readonly slack: SlackFollower | undefined
}

/** What each chunk of standard input prints: one piece for many lines where they come fast. */
async function* printSteps(
  host: Host,
  printer: Printer,
  end: InterruptListener,
  {keeper, slack}: InputReceivers,
): AsyncGenerator<string> {
  // What is printed was kept before.
  for await (const step of readStdin(host, {end, onBytes: (chunk) => keeper?.write(chunk)})) {
    if (step.kind === 'end') yield printer.end('-')
    if (step.kind !== 'lines') continue
    const {lines, at = host.now()} = step
    await keeper?.addLines(lines)
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
