import {statSync} from 'node:fs'
import {Conversation} from '../conversation/index.ts'
import type {BranchesOf} from '../describe/index.ts'
import {linesOf, readSession} from '../sources/index.ts'
import type {Input} from './read-input.ts'

/**
 * The branches that a saved session left behind. Only its last record tells which they are, so the transcripts are read
 * once before they are printed; streams have no branches.
 */
export function leftBranches({files}: Input): BranchesOf {
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
