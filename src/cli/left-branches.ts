import {statSync} from 'node:fs'
import {Conversation} from '../conversation/index.ts'
import type {BranchesOf} from '../describe/index.ts'
import {readInOrder} from './read-in-order.ts'
import type {Input} from './read-paths.ts'

/**
 * The branches that a saved session left behind. Only its last record tells which they are, so the transcripts are read
 * once before they are printed; streams have no branches.
 */
export function leftBranches({files}: Input): BranchesOf {
  const main = files.filter(({agent}) => agent === undefined)
  // A pipe can be read only once.
  if (!main.every(({path}) => statSync(path, {throwIfNoEntry: false})?.isFile())) return new Map()
  const state = new Conversation({keep: 'nothing'})
  for (const {path, ...info} of main) state.begin(path, info)
  for (const step of readInOrder(main)) {
    if (step.kind !== 'line') continue
    if (step.line.kind === 'message' && step.line.message.dialect === 'stream-json') return new Map()
    state.add(step.line)
  }
  return new Map([...state.sessions.keys()].map((id) => [id, state.branches(id)]))
}
