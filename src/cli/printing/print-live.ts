import {SinkError} from '../../sinks/sink-error.ts'
import type {Host} from '../host.ts'
import type {InterruptListener} from '../listen-for-interrupt.ts'
import type {LiveOutput} from './live-output.ts'
import type {Printer} from './printer.ts'

/** What live printing needs. */
export interface LivePrinting {
  readonly printer: Printer
  readonly output: LiveOutput
  readonly end: InterruptListener
  /** The input is read to its end even if its output is closed. */
  readonly readsToEnd: boolean
}

/**
 * Prints chunks as they arrive, then what is left and the closing line, and leaves the terminal clean. If printing fails
 * and the input is needed to its end, that is reported once and the rest is only read. Returns whether everything was
 * printed.
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
      await host.notify(`${error.message} The rest is read but not printed.`)
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
