import {setFlagsFromString} from 'node:v8'
import {Conversation} from '../../../conversation/index.ts'
import type {InspectionJson} from '../../../json/index.ts'
import {findFiles, pathExists} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {jsonBlock} from '../../output/printable.ts'
import {foldPaths} from '../../sessions/read-input.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'
import {findInput} from '../../sessions/session-files.ts'
import {renderInspection} from './render-inspection.ts'

/** `recount inspect`: what is in there. */
export const runInspect: RunCommand = async (host, given) => {
  const inspection = await inspectPaths(host, given.operands, given.switches)
  await host.painted.write(
    given.switches.has('json') ? jsonBlock(inspection) : renderInspection(titleOf(given), inspection, host),
  )
}

/** Reads everything under the given paths in bounded memory and counts it. */
export async function inspectPaths(
  host: Host,
  words: readonly string[],
  switches: ReadonlySet<string> = new Set(),
): Promise<InspectionJson> {
  // V8 collects garbage before its heap has grown by half: no measurable time, and a fifth less memory.
  setFlagsFromString('--heap-growing-percent=20')
  const state = new Conversation({keep: 'nothing'})
  const sessions = new Map<string, string>()
  for (const word of words)
    if (word !== '-' && !pathExists(word))
      sessions.set(word, (await resolveSession(host, {operands: [word], switches})).path)
  const tally = await foldPaths(host, state, words, {
    find: (word, skipped) => {
      const path = sessions.get(word)
      return path === undefined ? {path: word, files: findFiles(word, skipped)} : findInput(path, skipped)
    },
    isSession: false,
  })
  return tally.inspection(state, await usableOverrides(host))
}

function titleOf({operands}: Arguments): string {
  const [first = '', second] = operands.map((path) => (path === '-' ? 'standard input' : path))
  if (second === undefined) return first
  return operands.length === 2 ? `${first}, ${second}` : `${first} and ${operands.length - 1} more`
}
