import {object, text} from '../model/fields.ts'
import type {Message, MessageOf} from '../model/index.ts'
import {makeMessage} from './shared/make-message.ts'
import {noFlags, readUserText} from './shared/read-user-text.ts'
import {transcript} from './transcript/dialect.ts'

/** The messages of a record that is more than one: progress that contains a message, or results with a text. */
export function splitMessage(message: Message): readonly Message[] | undefined {
  if (message.kind === 'progress' && message.dialect === 'transcript') {
    const carried = readCarried(message)
    return carried && [message, carried]
  }
  return message.kind === 'tool-result' && message.blocks.length > 0 ? splitResults(message) : undefined
}

/**
 * A text next to results is what the person typed while allowing the call (2.1.19 to 2.1.37), or a text of the client.
 * Images and documents next to them are part of the result.
 */
function splitResults(message: MessageOf<'tool-result'>): readonly Message[] | undefined {
  const texts = message.blocks.filter(({type}) => type === 'text')
  if (texts.length === 0) return undefined
  const {kind: _, results: __, endsTurn: ___, blocks, ...envelope} = message
  const reading = readUserText(texts, {...noFlags, queued: true})
  const said =
    reading.kind === 'prompt'
      ? ({kind: 'steering', text: reading.text, blocks: reading.blocks, sourceId: undefined} as const)
      : reading
  return [{...message, blocks: blocks.filter(({type}) => type !== 'text')}, makeMessage(envelope, said)]
}

/**
 * The message in a `progress` record: clients 2.1.2x to 2.1.44 wrote the messages of sub-agents into the session's file
 * (`agent_progress`, and `skill_progress` for skills that run as one), with the id that it has in the agent's file.
 * That file is often missing, and then this is the only copy. `normalizedMessages` repeats the message.
 */
function readCarried({record, session, version, cwd, gitBranch}: MessageOf<'progress'>): Message | undefined {
  const data = object(record, 'data')
  const carried = data && object(data, 'message')
  const type = carried && text(carried, 'type')
  if (!data || !carried || (type !== 'user' && type !== 'assistant') || !object(carried, 'message'))
    return undefined
  // As in the agent's file.
  const known = {sessionId: session, version, cwd, gitBranch, agentId: text(data, 'agentId')}
  const envelope = Object.entries(known).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return transcript.read({
    timestamp: record['timestamp'] ?? null,
    ...Object.fromEntries(envelope),
    isSidechain: true,
    ...carried,
  })
}
