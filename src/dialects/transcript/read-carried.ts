import {object, text} from '../../model/fields.ts'
import type {Message, MessageOf} from '../../model/index.ts'
import {transcript} from './dialect.ts'

/**
 * The message that a `progress` record carries: clients 2.1.2x to 2.1.44 wrote what a sub-agent says and does into the
 * session's own file (`agent_progress`, and `skill_progress` for skills that run as one), with the id that it has in the
 * agent's file. That file is often missing, and then this is all there is. `normalizedMessages` repeats the message.
 */
export function readCarried({
  record,
  session,
  version,
  cwd,
  gitBranch,
}: MessageOf<'progress'>): Message | undefined {
  const data = object(record, 'data')
  const carried = data && object(data, 'message')
  const type = carried && text(carried, 'type')
  if (!data || !carried || (type !== 'user' && type !== 'assistant') || !object(carried, 'message'))
    return undefined
  // As the agent's own file has it.
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
