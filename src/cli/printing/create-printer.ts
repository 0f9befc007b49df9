import {Conversation} from '../../conversation/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {Arguments} from '../arguments/command.ts'
import type {Host} from '../host.ts'
import type {EntryFilter} from './entry-filter.ts'
import {Printer} from './printer.ts'
import {readDisplayOptions, readNarratorOptions} from './read-display-options.ts'

/** What a command sets for its printer, in addition to the options. */
export interface PrinterOptions {
  readonly patienceMs?: number | undefined
  readonly filter?: EntryFilter
  /** For the cost in the running lines. */
  readonly overrides?: PriceOverrides | undefined
}

/** The printer for the options. It follows the size of the terminal. */
export function createPrinter(
  host: Host,
  given: Arguments,
  {patienceMs, filter, overrides}: PrinterOptions = {},
): Printer {
  return new Printer({
    state: new Conversation({
      keep: 'open',
      oneAtATime: given.switches.has('one-at-a-time'),
      maxSilenceMs: patienceMs,
    }),
    narration: readNarratorOptions(host, given),
    look: () => readDisplayOptions(host, given),
    wants: filter?.wants ?? (() => true),
    passes: filter?.showsAll ?? true,
    overrides,
  })
}
