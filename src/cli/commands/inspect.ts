import {newConversation} from '../../conversation/index.ts'
import {findFiles} from '../../sources/index.ts'
import type {Arguments, Run} from '../command.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import type {Inspection} from '../inspection.ts'
import {newTally} from '../inspection.ts'
import {inspectionText} from '../inspection-text.ts'
import {paletteFor} from '../palette.ts'
import {foldFile, foldStdin} from '../read-source.ts'

/** `recount inspect`: what is in there. */
export const inspect: Run = async (host, given) => {
  const inspection = await inspectPaths(host, given.operands)
  await host.out.write(
    given.switches.has('json')
      ? `${JSON.stringify(inspection, null, 2)}\n`
      : inspectionText(titleOf(given), inspection, paletteFor(host.color)),
  )
}

/** Reads everything under the given paths in bounded memory and counts it. */
export async function inspectPaths(host: Host, paths: readonly string[]): Promise<Inspection> {
  const state = newConversation({keep: 'nothing'})
  const tally = newTally()
  for (const path of paths) {
    if (path === '-') tally.finish(await foldStdin(state, host, tally.look))
    else {
      const skipped: string[] = []
      for (const file of findFiles(path, (problem) => skipped.push(problem.message)))
        tally.finish(foldFile(state, file, tally.look))
      for (const problem of skipped) await host.err.write(`${problem}\n`)
    }
  }
  const inspection = tally.inspection(state)
  if (isBinary(inspection)) {
    throw new Failure(
      `Cannot inspect ${paths.join(', ')}: it is a binary file, not a transcript or a stream.`,
      1,
    )
  }
  return inspection
}

/** Nothing could be read, and what stood there was not even text. */
function isBinary({records, unreadable, unreadableReasons, flaws}: Inspection): boolean {
  const bytes = (unreadableReasons['binary'] ?? 0) > 0 || (flaws['invalid-utf8'] ?? 0) > 0
  return records > 0 && records === unreadable && bytes
}

const titleOf = ({operands}: Arguments): string =>
  (operands.length <= 2 ? operands.join(', ') : `${operands[0]} and ${operands.length - 1} more`).replace(
    /^-$/,
    'standard input',
  )
