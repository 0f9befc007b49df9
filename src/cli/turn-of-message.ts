import {Conversation} from '../conversation/index.ts'
import type {Line} from '../model/index.ts'
import {formatNoun} from '../page/index.ts'
import {linesOf, readSession} from '../sources/index.ts'
import {Failure} from './failure.ts'
import {inputAt} from './resolve-session.ts'

/** The number of the turn that a message is in, from 1. The message is named by its id, the beginning of its id, or `file:line`. */
export function turnOfMessage(path: string, message: string): number {
  const {files} = inputAt(path, () => {})
  const state = new Conversation({keep: 'open'})
  const matches = new Map<string, number>()
  for (const file of files) state.begin(file.path, file)
  for (const line of linesOf(readSession(files))) {
    state.add(line)
    const id = idOf(line, message)
    if (id === undefined) continue
    const turn = (state.sessionOfSource(line.at.source)?.turns.at(-1)?.index ?? 0) + 1
    if (id === message) return turn
    matches.set(id, matches.get(id) ?? turn)
  }
  const [first, ...others] = matches
  if (!first) throw new Failure(`Cannot show message ${message}: there is none in ${path}.`, 1)
  if (others.length > 0)
    throw new Failure(
      `Cannot tell which message ${message} is: ${formatNoun(matches.size, 'message')} begin with it, such as ${first[0]} and ${others[0]?.[0]}. Give more of the id.`,
      1,
    )
  return first[1]
}

/** The id of a line that begins as the message does. */
function idOf(line: Line, message: string): string | undefined {
  if (`${line.at.source}:${line.at.line}` === message) return message
  const id = line.kind === 'message' ? line.message.id : undefined
  return message !== '' && id?.startsWith(message) ? id : undefined
}
