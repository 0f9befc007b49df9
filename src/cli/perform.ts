import {SinkError} from '../sinks/sink-error.ts'
import {complain} from './complain.ts'
import type {Host} from './host.ts'
import type {EndListener} from './listen-for-end.ts'
import type {Printer} from './printer.ts'
import type {Stage} from './stage.ts'

/** What a live performance needs. */
export interface Performance {
  readonly printer: Printer
  readonly stage: Stage
  readonly end: EndListener
  /** Somebody wants to know how it ends even if nobody reads on. */
  readonly toTheEnd: boolean
}

/**
 * Prints pieces as they come, then what is left untold and the closing line, and leaves the terminal clean. If printing
 * fails while somebody else needs the rest, that is said once and the rest is read all the same. Returns whether
 * everything was printed.
 */
export async function perform(
  host: Host,
  {printer, stage, end, toTheEnd}: Performance,
  pieces: AsyncIterable<string>,
): Promise<boolean> {
  let isPrinting = true
  const whilePrinting = async (step: () => Promise<void>): Promise<void> => {
    if (!isPrinting) return
    try {
      await step()
    } catch (error) {
      if (!toTheEnd || !(error instanceof SinkError)) throw error
      isPrinting = false
      await complain(host, `${error.message} The rest is read, but not printed.`)
    }
  }
  try {
    for await (const piece of pieces) {
      await whilePrinting(() => stage.print(piece))
      if (host.out.closed && !toTheEnd) return true
    }
    await whilePrinting(() => stage.print(printer.finish()))
  } finally {
    end.forget()
    await stage.close().catch((error: unknown) => {
      if (isPrinting) throw error
    })
  }
  await whilePrinting(() => host.rawOut.write(printer.closing()))
  return isPrinting
}
