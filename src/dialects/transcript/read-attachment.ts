import {nothing, number, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Reading} from '../shared/make-message.ts'
import {readBlocks, textOf} from '../shared/read-blocks.ts'
import {plainText, readUserText} from '../shared/read-user-text.ts'

const hookOutcomes: ReadonlyMap<string, 'success' | 'error' | 'blocked' | 'cancelled'> = new Map([
  ['hook_success', 'success'],
  ['hook_additional_context', 'success'],
  ['hook_system_message', 'success'],
  ['hook_blocking_error', 'blocked'],
  ['hook_non_blocking_error', 'error'],
  ['hook_error_during_execution', 'error'],
  ['hook_cancelled', 'cancelled'],
])

/** Reads an `attachment`: what the client put into the context besides what was said. */
export function readAttachment(record: JsonObject): Reading {
  const attachment = object(record, 'attachment') ?? nothing
  const name = text(attachment, 'type') ?? 'unknown'
  if (name === 'queued_command') return readQueued(attachment)
  const outcome = hookOutcomes.get(name)
  if (outcome) return readHook(attachment, outcome)
  return {kind: 'attachment', name, value: attachment}
}

/** A prompt typed while Claude worked, or a task's notification that arrived then. */
function readQueued(attachment: JsonObject): Reading {
  const blocks = readBlocks(attachment['prompt'])
  const reading = readUserText(blocks, {...plainText, queued: true})
  if (reading.kind !== 'prompt') return reading
  return {kind: 'steering', text: textOf(blocks), blocks, sourceId: text(attachment, 'source_uuid')}
}

function readHook(attachment: JsonObject, outcome: 'success' | 'error' | 'blocked' | 'cancelled'): Reading {
  const blocking = object(attachment, 'blockingError')
  return {
    kind: 'hook',
    phase: 'finished',
    hookId: undefined,
    name: text(attachment, 'hookName') ?? '',
    event: text(attachment, 'hookEvent'),
    callId: text(attachment, 'toolUseID'),
    stdout: text(attachment, 'stdout') ?? textOf(readBlocks(attachment['content'])),
    stderr: text(attachment, 'stderr') ?? (blocking ? (text(blocking, 'blockingError') ?? '') : ''),
    exitCode: number(attachment, 'exitCode'),
    outcome,
    reason: blocking && text(blocking, 'blockingError'),
  }
}
