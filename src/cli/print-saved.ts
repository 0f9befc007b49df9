import {readLines} from '../dialects/index.ts'
import type {Pager} from '../sinks/pager.ts'
import type {SourceError} from '../sources/index.ts'
import {complain} from './complain.ts'
import type {EntryFilter} from './entry-filter.ts'
import {Failure} from './failure.ts'
import {findInput} from './find-input.ts'
import {emptyStdin, followStdin} from './follow-stdin.ts'
import type {Host} from './host.ts'
import {leftBranches} from './left-branches.ts'
import type {Printer} from './printer.ts'
import {savedSteps} from './saved-steps.ts'

/** Text is written in pieces of about this size: fewer waits, and little held. */
const pieceSize = 64 * 1024

/**
 * Prints a session that is over, and closes the output. The closing line speaks of the whole session, so it stands only
 * where all of it is shown. Where nothing is, one sentence says why.
 */
export async function printSaved(
  host: Host,
  name: string,
  printer: Printer,
  filter: EntryFilter,
  out: Pager,
): Promise<void> {
  const skipped: SourceError[] = []
  let text = ''
  let isFirst = true
  try {
    for await (const piece of name === '-'
      ? stdinPieces(host, printer)
      : filePieces(host, name, printer, skipped)) {
      // What stands apart from the turn before it stands at the top when that is not shown.
      text += isFirst ? piece.replace(/^\n/, '') : piece
      isFirst &&= piece === ''
      if (text.length < pieceSize) continue
      await out.write(text)
      if (out.closed) return
      text = ''
    }
    text += printer.finish()
    const missing = filter.missing()
    if (missing?.isFailure) throw new Failure(missing.sentence, 1)
    if (missing) await complain(host, missing.sentence)
    else await out.write(filter.showsAll ? text + printer.closing() : text)
  } finally {
    await out.close()
    for (const {message} of skipped) await complain(host, message)
  }
}

/** What the files of a session print, line by line. */
async function* filePieces(
  host: Host,
  name: string,
  printer: Printer,
  skipped: SourceError[],
): AsyncGenerator<string> {
  const skip = (problem: SourceError): void => void skipped.push(problem)
  const input = findInput(host, name, skip)
  printer.markBranches(leftBranches(input))
  for (const {path, ...info} of input.files) printer.begin(path, info)
  for (const {line, ended} of savedSteps(input, skip)) yield line ? printer.read(line) : printer.end(ended)
}

async function* stdinPieces(host: Host, printer: Printer): AsyncGenerator<string> {
  const reader = readLines('-')
  for await (const {chunk, at} of followStdin(host)) {
    for (const line of reader.push(chunk)) yield printer.read(line, at)
  }
  for (const line of reader.end()) yield printer.read(line)
  yield printer.end('-')
  if (reader.bytes === 0) throw emptyStdin()
}
