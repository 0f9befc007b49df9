import type {MessageOf} from '../model/index.ts'
import {addQuietly, replaceItem} from './items.ts'
import type {ItemMap} from './session.ts'
import type {Context} from './state.ts'

/** Folds a step of a hook. Its output is given anew, not added, with each step. */
export function foldHook(context: Context, message: MessageOf<'hook'>): void {
  const {session} = context
  const {hooks} = session
  const {hookId, callId} = message
  if (message.phase === 'summary' && callId !== undefined && session.lastHook === callId) {
    // Newer clients sum up what each of the hooks has said itself.
    addQuietly(context, 'message', {message})
    return
  }
  session.lastHook = callId
  const before = hookId === undefined ? undefined : hooks.get(hookId)
  const fields = hookFields(message)
  const item = before ? {...before, ...fields, kind: 'hook' as const} : addQuietly(context, 'hook', fields)
  if (before && item) replaceItem(context, before, item)
  if (hookId === undefined) return
  if (message.phase === 'finished') hooks.delete(hookId)
  else if (item) hooks.set(hookId, item)
}

const hookFields = (message: MessageOf<'hook'>): ItemMap['hook'] => ({
  hookId: message.hookId,
  name: message.name,
  event: message.event,
  callId: message.callId,
  stdout: message.stdout,
  stderr: message.stderr,
  exitCode: message.exitCode,
  outcome: message.outcome ?? 'running',
  reason: message.reason,
})
