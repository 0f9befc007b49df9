import {Conversation} from '../../conversation/index.ts'
import {findFiles} from '../../sources/index.ts'
import type {Arguments, Run} from '../command.ts'
import type {Host} from '../host.ts'
import type {Inspection} from '../inspection.ts'
import {inspectionText} from '../inspection-text.ts'
import {usableOverrides} from '../price-overrides.ts'
import {jsonBlock} from '../printable.ts'
import {readPaths} from '../read-input.ts'
import {saveMemory} from '../save-memory.ts'

/** `recount inspect`: what is in there. */
export const inspect: Run = async (host, given) => {
  const inspection = await inspectPaths(host, given.operands)
  await host.painted.write(
    given.switches.has('json') ? jsonBlock(inspection) : inspectionText(titleOf(given), inspection, host),
  )
}

/** Reads everything under the given paths in bounded memory and counts it. */
export async function inspectPaths(host: Host, paths: readonly string[]): Promise<Inspection> {
  saveMemory()
  const state = new Conversation({keep: 'nothing'})
  const tally = await readPaths(host, state, paths, {
    find: (path, skipped) => ({path, files: findFiles(path, skipped)}),
    isSession: false,
  })
  return tally.inspection(state, await usableOverrides(host))
}

function titleOf({operands}: Arguments): string {
  const [first = '', second] = operands.map((path) => (path === '-' ? 'standard input' : path))
  if (second === undefined) return first
  return operands.length === 2 ? `${first}, ${second}` : `${first} and ${operands.length - 1} more`
}
