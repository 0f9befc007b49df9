import {statSync} from 'node:fs'
import {Conversation} from '../../conversation/index.ts'
import type {BranchesBySession} from '../../describe/index.ts'
import type {Pager} from '../../sinks/pager.ts'
import {linesOf, readSession, readStdin, type SessionStep, type SourceError} from '../../sources/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {readSavedSession} from '../sessions/read-input.ts'
import {findInput, type SessionInput} from '../sessions/session-files.ts'
import type {EntryFilter} from './entry-filter.ts'
import type {Printer} from './printer.ts'

/** Text is written in chunks of about this size: fewer waits, and little memory. */
const chunkSize = 64 * 1024

/**
 * Prints a saved session and closes the output. The closing line is about the complete session, so it is printed only
 * without filters. If nothing matches the filters, a message says why.
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
      // A turn starts with an empty line, which is not printed at the top.
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
    if (missing) await host.notify(missing.sentence)
    else await out.write(filter.showsAll ? text + printer.closing() : text)
  } finally {
    await out.close()
    for (const {message} of skipped) await host.notify(message)
  }
}

/** The steps of a session's files; its abandoned branches are found first. */
function savedSteps(path: string, printer: Printer, skipped: SourceError[]): Iterable<SessionStep> {
  const skip = (problem: SourceError): void => void skipped.push(problem)
  const input = findInput(path, skip)
  printer.markBranches(findAbandonedBranches(input))
  return readSavedSession(input, skip)
}

/** What a step adds to the output. */
function printStep(printer: Printer, step: SessionStep): string {
  if (step.kind === 'end') return printer.end(step.file.path)
  let text = ''
  if (step.kind === 'begin') printer.begin(step.file.path, step.file)
  else for (const line of step.lines) text += printer.read(line, step.at)
  return text
}

/**
 * The abandoned branches of a saved session. They are known only after its last record, so the transcripts are read
 * once before they are printed. Streams have no branches.
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
