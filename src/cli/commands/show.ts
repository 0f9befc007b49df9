import {Conversation} from '../../conversation/index.ts'
import {jsonPieces} from '../../page/json-pieces.ts'
import {unpaged} from '../../sinks/pager.ts'
import type {Arguments, Run} from '../command.ts'
import {entryFilter, filterOptions} from '../entry-filter.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {pagedOutput} from '../paged-output.ts'
import {printSaved} from '../print-saved.ts'
import {printerFor} from '../printer-for.ts'
import {readPaths} from '../read-input.ts'
import {inputAt, resolveSession} from '../resolve-session.ts'
import {turnOfMessage} from '../turn-of-message.ts'

/** `recount show`: one conversation, as a page of text or as a document. */
export const show: Run = (host, given) =>
  given.values.get('format') === 'json' ? showDocument(host, given) : showText(host, given)

async function showText(host: Host, given: Arguments): Promise<void> {
  const {path, message} = await resolveSession(host, given)
  const filter = entryFilter(message === undefined ? given : withTurn(given, turnOfMessage(path, message)))
  const printer = printerFor(host, given, {filter})
  const paged = host.screen !== undefined && !given.switches.has('no-pager')
  await printSaved(host, path, printer, filter, paged ? pagedOutput(host) : unpaged(host.rawOut))
}

/** A link to a message shows the turn that it stands in. */
const withTurn = (given: Arguments, turn: number): Arguments => ({
  ...given,
  values: new Map([...given.values, ['turn', String(turn)]]),
})

async function showDocument(host: Host, given: Arguments): Promise<void> {
  for (const {name} of filterOptions)
    if (given.values.has(name) || given.switches.has(name))
      throw new Failure(`Cannot use --${name} with --format json: the document is always whole.`, 2)
  const state = new Conversation()
  const {path} = await resolveSession(host, given)
  await readPaths(host, state, [path], {find: inputAt, isSession: true})
  for (const piece of jsonPieces(state.document())) {
    if (host.out.closed) return
    await host.out.write(piece)
  }
  await host.out.write('\n')
}
