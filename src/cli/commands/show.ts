import {newConversation, toDocument} from '../../conversation/index.ts'
import {unpaged} from '../../sinks/pager.ts'
import type {Arguments, Run} from '../command.ts'
import {entryFilter} from '../entry-filter.ts'
import {findInput} from '../find-input.ts'
import type {Host} from '../host.ts'
import {jsonPieces} from '../json-pieces.ts'
import {lookFor, narrationFor} from '../look-for.ts'
import {pagedOutput} from '../paged-output.ts'
import {printSaved} from '../print-saved.ts'
import {Printer} from '../printer.ts'
import {readPaths} from '../read-paths.ts'

/** `recount show`: one conversation, as a page of text or as a document. */
export const show: Run = (host, given) =>
  given.values.get('format') === 'json' ? showDocument(host, given) : showText(host, given)

async function showText(host: Host, given: Arguments): Promise<void> {
  const [name = ''] = given.operands
  const look = lookFor(host, given)
  const filter = entryFilter(given)
  const printer = new Printer({
    state: newConversation({keep: 'open', oneAtATime: given.switches.has('one-at-a-time')}),
    narration: narrationFor(host, given),
    look: () => look,
    wants: filter.wants,
  })
  const paged = host.screen !== undefined && !given.switches.has('no-pager')
  await printSaved(host, name, printer, filter, paged ? pagedOutput(host) : unpaged(host.out))
}

async function showDocument(host: Host, given: Arguments): Promise<void> {
  const state = newConversation()
  await readPaths(host, state, given.operands, (name, skipped) => findInput(host, name, skipped))
  for (const piece of jsonPieces(toDocument(state))) {
    if (host.out.closed) return
    await host.out.write(piece)
  }
  await host.out.write('\n')
}
