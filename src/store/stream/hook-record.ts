import type {JsonObject, MessageOf} from '../../model/index.ts'
import type {StreamPlace} from './stream-record.ts'
import {envelopeOf} from './stream-record.ts'

/** What a stream says of a hook that has ended. A transcript tells no more of it than how it ended. */
export function hookRecord(message: MessageOf<'hook'>, place: StreamPlace): JsonObject {
  const {name, event, stdout, stderr, exitCode, outcome, reason} = message
  const blocked = outcome === 'blocked'
  return {
    type: 'system',
    subtype: 'hook_response',
    hook_id: message.id ?? name,
    hook_name: name,
    ...(event === undefined ? {} : {hook_event: event}),
    output: stdout + stderr,
    stdout,
    stderr: blocked ? (reason ?? stderr) : stderr,
    // Streams tell a refusal by its exit code.
    ...(blocked ? {exit_code: 2} : exitCode === undefined ? {} : {exit_code: exitCode}),
    outcome: blocked ? 'error' : (outcome ?? 'success'),
    ...envelopeOf(message, place),
  }
}
