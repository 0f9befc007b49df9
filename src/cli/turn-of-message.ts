import {Conversation} from '../conversation/index.ts'
import type {Line} from '../model/index.ts'
import {linesOf, readSession} from '../sources/index.ts'
import {Failure} from './failure.ts'
import {findInput} from './find-input.ts'
import type {Host} from './host.ts'

/** The number of the turn that a message stands in, from 1. */
export function turnOfMessage(host: Host, name: string, message: string): number {
  const {files} = findInput(host, name, () => {})
  const state = new Conversation({keep: 'open'})
  for (const file of files) state.begin(file.path, file)
  for (const line of linesOf(readSession(files))) {
    state.add(line)
    if (!isMeant(line, message)) continue
    const turn = state.sessionOfSource(line.at.source)?.turns.at(-1)
    return (turn?.index ?? 0) + 1
  }
  throw new Failure(`Cannot show message ${message}: there is none in ${name}.`, 1)
}

const isMeant = (line: Line, message: string): boolean =>
  (line.kind === 'message' && line.message.id === message) || `${line.at.source}:${line.at.line}` === message
