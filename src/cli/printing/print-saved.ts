import {statSync} from 'node:fs'
import {Conversation} from '../../conversation/index.ts'
import type {BranchesBySession} from '../../describe/index.ts'
import type {Pager} from '../../sinks/pager.ts'
import type {SessionStep, SourceError} from '../../sources/index.ts'
import {linesOf, readSession, readStdin} from '../../sources/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {printNotice} from '../output/print-notice.ts'
import type {SessionInput} from '../sessions/read-input.ts'
import {readSavedSession} from '../sessions/read-input.ts'
import {findInput} from '../sessions/resolve-session.ts'
import type {EntryFilter} from './entry-filter.ts'
import type {Printer} from './printer.ts'

/** Text is written in pieces of about this size: fewer waits, and little held. */
const chunkSize = 64 * 1024

/**
 * Prints a session that is over, and closes the output. The closing line speaks of the whole session, so it stands only
 * where all of it is shown. Where nothing is, one sentence says why.
 */
export async function printSaved(
  host: Host,
  path: string,
  printer: Printer,
  filter: EntryFilter,
  out: Pager,
): Promise<void> {
  const skipped: SourceError[] = []
  let text = ''
  let isFirst = true
  try {
    for await (const step of path === '-' ? readStdin(host) : savedSteps(path, printer, skipped)) {
      const more = printStep(printer, step)
      // What stands apart from the turn before it stands at the top when that is not shown.
      text += isFirst ? more.replace(/^\n/, '') : more
      isFirst &&= more === ''
      if (text.length < chunkSize) continue
      await out.write(text)
      if (out.closed) return
      text = ''
    }
    text += printer.finish()
    const missing = filter.missing()
    if (missing?.isFailure) throw new Failure(missing.sentence, 1)
    if (missing) await printNotice(host, missing.sentence)
    else await out.write(filter.showsAll ? text + printer.closing() : text)
  } finally {
    await out.close()
    for (const {message} of skipped) await printNotice(host, message)
  }
}

/** The files of a session; the branches that it left behind are marked before the first line. */
function savedSteps(path: string, printer: Printer, skipped: SourceError[]): Iterable<SessionStep> {
  const skip = (problem: SourceError): void => void skipped.push(problem)
  const input = findInput(path, skip)
  printer.markBranches(findAbandonedBranches(input))
  return readSavedSession(input, skip)
}

/** What a step adds to the page. */
function printStep(printer: Printer, step: SessionStep): string {
  if (step.kind === 'end') return printer.end(step.file.path)
  let text = ''
  if (step.kind === 'begin') printer.begin(step.file.path, step.file)
  else for (const line of step.lines) text += printer.read(line, step.at)
  return text
}

/**
 * The branches that a saved session left behind. Only its last record tells which they are, so the transcripts are read
 * once before they are printed; streams have no branches.
 */
export function findAbandonedBranches({files}: SessionInput): BranchesBySession {
  const main = files.filter(({agent}) => agent === undefined)
  // A pipe can be read only once.
  if (!main.every(({path}) => statSync(path, {throwIfNoEntry: false})?.isFile())) return new Map()
  const state = new Conversation({keep: 'nothing'})
  for (const file of main) state.begin(file.path, file)
  for (const line of linesOf(readSession(main))) {
    if (line.kind === 'message' && line.message.dialect === 'stream-json') return new Map()
    state.add(line)
  }
  return new Map([...state.sessions.keys()].map((id) => [id, state.branches(id)]))
}
