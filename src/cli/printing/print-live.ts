import {SinkError} from '../../sinks/sink-error.ts'
import type {Host} from '../host.ts'
import type {InterruptListener} from '../listen-for-interrupt.ts'
import {printNotice} from '../output/print-notice.ts'
import type {LiveOutput} from './live-output.ts'
import type {Printer} from './printer.ts'

/** What a live performance needs. */
export interface LivePrinting {
  readonly printer: Printer
  readonly output: LiveOutput
  readonly end: InterruptListener
  /** Somebody wants to know how it ends even if nobody reads on. */
  readonly readsToEnd: boolean
}

/**
 * Prints pieces as they come, then what is left untold and the closing line, and leaves the terminal clean. If printing
 * fails while somebody else needs the rest, that is said once and the rest is read all the same. Returns whether
 * everything was printed.
 */
export async function printLive(
  host: Host,
  {printer, output, end, readsToEnd}: LivePrinting,
  pieces: AsyncIterable<string>,
): Promise<boolean> {
  let isPrinting = true
  const whilePrinting = async (step: () => Promise<void>): Promise<void> => {
    if (!isPrinting) return
    try {
      await step()
    } catch (error) {
      if (!readsToEnd || !(error instanceof SinkError)) throw error
      isPrinting = false
      await printNotice(host, `${error.message} The rest is read, but not printed.`)
    }
  }
  try {
    for await (const piece of pieces) {
      await whilePrinting(() => output.print(piece))
      if (host.out.closed && !readsToEnd) return true
    }
    await whilePrinting(() => output.print(printer.finish()))
  } finally {
    end.forget()
    await output.close().catch((error: unknown) => {
      if (isPrinting) throw error
    })
  }
  await whilePrinting(() => host.rawOut.write(printer.closing()))
  return isPrinting
}
