import {readFileSync} from 'node:fs'
import type {PrinterParts} from '../../../src/cli/printing/printer.ts'
import {Printer} from '../../../src/cli/printing/printer.ts'
import {Conversation} from '../../../src/conversation/index.ts'
import {readLines} from '../../../src/dialects/index.ts'
import type {TerminalOptions} from '../../../src/render/terminal/index.ts'
import type {SourceFile} from '../../../src/sources/index.ts'
import {readSession} from '../../../src/sources/index.ts'
import {plainLookWith} from '../pages/entry.ts'

/** A look with nothing left to chance. */
export const plainLook: TerminalOptions = plainLookWith({limits: {lines: 20, characters: 4000}})

/** A printer as the commands make it. */
export const printerWith = (look: Partial<TerminalOptions>, parts: Partial<PrinterParts> = {}): Printer =>
  new Printer({
    state: new Conversation({keep: 'open'}),
    narration: {depth: 'tool', pair: true, thinking: true, heading: {}},
    look: () => ({...plainLook, ...look}),
    wants: () => true,
    passes: true,
    ...parts,
  })

/** Everything `show` prints of the files of one session. */
export function printSession(
  files: readonly SourceFile[],
  look: Partial<TerminalOptions>,
  parts: Partial<PrinterParts> = {},
): string {
  const printer = printerWith(look, parts)
  let text = ''
  for (const step of readSession(files)) {
    if (step.kind === 'begin')
      printer.begin(step.file.path, {session: step.file.session, agent: step.file.agent})
    else if (step.kind === 'end') text += printer.end(step.file.path)
    else for (const line of step.lines) text += printer.read(line)
  }
  return text + printer.finish() + printer.closing()
}

/** Everything that is printed when a stream comes through a pipe in pieces of a given size, all at one time. */
export function printPiped(path: string, look: Partial<TerminalOptions>, size: number): string {
  const printer = printerWith(look)
  const reader = readLines('-')
  const bytes = readFileSync(path)
  const at = Date.parse('2030-01-01T00:00:00Z')
  let text = ''
  for (let from = 0; from < bytes.length; from += size) {
    for (const line of reader.push(bytes.subarray(from, from + size))) text += printer.read(line, at)
    text += printer.pass(at)
  }
  for (const line of reader.end()) text += printer.read(line, at)
  return text + printer.end('-') + printer.finish() + printer.closing()
}
