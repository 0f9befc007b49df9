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

/** Prints pieces as they come, then what is left untold and the closing line, and leaves the terminal clean. */
export async function perform(
  host: Host,
  {printer, stage, end, toTheEnd}: Performance,
  pieces: AsyncIterable<string>,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      await stage.print(piece)
      if (host.out.closed && !toTheEnd) return
    }
    await stage.print(printer.finish())
  } finally {
    end.forget()
    await stage.close()
  }
  await host.out.write(printer.closing())
}
