import {Conversation} from '../conversation/index.ts'
import type {PriceOverrides} from '../prices/index.ts'
import type {Arguments} from './command.ts'
import type {EntryFilter} from './entry-filter.ts'
import type {Host} from './host.ts'
import {lookFor, narrationFor} from './look-for.ts'
import {Printer} from './printer.ts'

/** What a command wants of its printer besides the user's options. */
export interface PrinterWishes {
  readonly patienceMs?: number | undefined
  readonly filter?: EntryFilter
  /** For the sums of what is running. */
  readonly overrides?: PriceOverrides | undefined
}

/** The printer that the user's options ask for. On a terminal that changes its size, its look follows. */
export function printerFor(
  host: Host,
  given: Arguments,
  {patienceMs, filter, overrides}: PrinterWishes = {},
): Printer {
  return new Printer({
    state: new Conversation({keep: 'open', oneAtATime: given.switches.has('one-at-a-time'), patienceMs}),
    narration: narrationFor(host, given),
    look: () => lookFor(host, given),
    wants: filter?.wants ?? (() => true),
    passes: filter?.showsAll ?? true,
    overrides,
  })
}
