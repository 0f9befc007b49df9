import {setFlagsFromString} from 'node:v8'
import {Conversation} from '../../../conversation/index.ts'
import type {InspectionJson} from '../../../json/index.ts'
import {findFiles, pathExists} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {jsonBlock} from '../../output/printable.ts'
import {foldPaths} from '../../sessions/read-input.ts'
import {findInput} from '../../sessions/session-files.ts'
import {renderInspection} from './render-inspection.ts'

/** `recount inspect`: counts what files contain. */
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
  const names = words.filter((word) => word !== '-' && !pathExists(word))
  const sessions = names.length === 0 ? new Map<string, string>() : await findSessions(host, names, switches)
  const tally = await foldPaths(host, state, words, {
    find: (word, skipped) => {
      const path = sessions.get(word)
      return path === undefined ? {path: word, files: findFiles(word, skipped)} : findInput(path, skipped)
    },
    isSession: false,
  })
  return tally.inspection(state, await usableOverrides(host))
}

/** The files of sessions by their names. Only this needs the archive, which takes as long to load as everything else. */
async function findSessions(
  host: Host,
  names: readonly string[],
  switches: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const {resolveSession} = await import('../../sessions/resolve-session.ts')
  const found = new Map<string, string>()
  for (const name of names) found.set(name, (await resolveSession(host, {operands: [name], switches})).path)
  return found
}

function titleOf({operands}: Arguments): string {
  const [first = '', second] = operands.map((path) => (path === '-' ? 'standard input' : path))
  if (second === undefined) return first
  return operands.length === 2 ? `${first}, ${second}` : `${first} and ${operands.length - 1} more`
}
