import type {Line} from '../../model/index.ts'
import type {Origin} from './facts.ts'

/** Reads where a record comes from: whose it is, and when it was made. */
export function readOrigin(line: Line): Origin {
  if (line.kind !== 'message') return nowhere
  const {session, id, agent, parentCall, sidechain, time} = line.message
  // Sidechains of old transcripts name no agent.
  return {session, id, agent: agent ?? parentCall ?? (sidechain ? 'sidechain' : undefined), time}
}

/** The origin of what tells none. */
export const nowhere: Origin = {session: undefined, id: undefined, agent: undefined, time: undefined}
