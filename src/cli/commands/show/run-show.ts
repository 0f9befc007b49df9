import {Conversation} from '../../../conversation/index.ts'
import {jsonChunks} from '../../../model/format-json.ts'
import type {Line} from '../../../model/index.ts'
import {escapeHiddenCharacters} from '../../../page/text/hidden-characters.ts'
import {noPager, openPager, type Pager} from '../../../sinks/pager.ts'
import {linesOf, readSession} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {createPrinter} from '../../printing/create-printer.ts'
import {entryFilter, filterOptions} from '../../printing/entry-filter.ts'
import {printSaved} from '../../printing/print-saved.ts'
import {foldPaths} from '../../sessions/read-input.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'
import {findInput} from '../../sessions/session-files.ts'

/** `recount show`: one conversation, as text or as a JSON document. */
export const runShow: RunCommand = (host, given) =>
  given.values.get('format') === 'json' ? showDocument(host, given) : showText(host, given)

async function showText(host: Host, given: Arguments): Promise<void> {
  const {path, message} = await resolveSession(host, given)
  const filter = entryFilter(message === undefined ? given : withTurn(given, turnOfMessage(path, message)))
  const printer = createPrinter(host, given, {filter, overrides: await usableOverrides(host)})
  const paged = host.screen !== undefined && !given.switches.has('no-pager')
  await printSaved(host, path, printer, filter, paged ? pagedOutput(host) : noPager(host.rawOut))
}

/** A link to a message shows the turn that contains it. */
const withTurn = (given: Arguments, turn: number): Arguments => ({
  ...given,
  values: new Map([...given.values, ['turn', String(turn)]]),
})

async function showDocument(host: Host, given: Arguments): Promise<void> {
  for (const {name} of filterOptions)
    if (given.values.has(name) || given.switches.has(name))
      throw new Failure(`Cannot use --${name} with --format json: the document is always complete.`, 2)
  const state = new Conversation()
  const {path} = await resolveSession(host, given)
  await foldPaths(host, state, [path], {find: findInput, isSession: true})
  for (const piece of jsonChunks(state.document(await usableOverrides(host)), escapeHiddenCharacters)) {
    if (host.out.closed) return
    await host.out.write(piece)
  }
  await host.out.write('\n')
}

/** The number of the turn that a message is in, from 1. The message is named by its id, the beginning of its id, or `file:line`. */
function turnOfMessage(path: string, message: string): number {
  const {files} = findInput(path, () => {})
  const state = new Conversation({keep: 'open'})
  const matches = new Map<string, number>()
  for (const file of files) state.begin(file.path, file)
  for (const line of linesOf(readSession(files))) {
    const changes = state.add(line)
    const id = idOf(line, message)
    if (id === undefined) continue
    // The rest of a response in which a command was given is in an earlier turn than the newest.
    const places = changes.flatMap((change) =>
      change.type === 'item-added' ? (change.place.turn ?? []) : [],
    )
    const newest = state.sessionOfSource(line.at.source)?.turns.at(-1)
    const turn = ((places.at(-1) ?? newest)?.index ?? 0) + 1
    if (id === message) return turn
    matches.set(id, matches.get(id) ?? turn)
  }
  const [first, ...others] = matches
  if (!first) throw new Failure(`No message ${message} in ${path}.`, 1)
  if (others.length > 0)
    throw new Failure(
      `"${message}" matches ${matches.size} messages, such as ${first[0]} and ${others[0]?.[0]}.`,
      1,
    )
  return first[1]
}

/** The id of a line, if it starts with the message's id. */
function idOf(line: Line, message: string): string | undefined {
  if (`${line.at.source}:${line.at.line}` === message) return message
  const id = line.kind === 'message' ? line.message.id : undefined
  return message !== '' && id?.startsWith(message) ? id : undefined
}

/** Standard output through a pager, which opens with the first text: a command that fails shows none. */
function pagedOutput(host: Host): Pager {
  let pager: Pager | undefined
  // Ctrl-C is the pager's as long as it is open.
  let forget = (): void => {}
  const open = async (): Promise<Pager> => {
    const opened = await openPager(host.env, host.rawOut)
    forget = host.signals.listen((signal) => {
      if (signal === 'SIGINT') return
      forget()
      host.signals.raise(signal)
    })
    return opened
  }
  return {
    async write(text) {
      pager ??= await open()
      await pager.write(text)
    },
    get closed() {
      return pager?.closed ?? false
    },
    async close() {
      await pager?.close()
      forget()
    },
  }
}
