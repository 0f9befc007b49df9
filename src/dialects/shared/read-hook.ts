import {emptyObject, list, number, object, objects, parseObject, text, texts} from '../../model/fields.ts'
import type {JsonObject, MessageMap} from '../../model/index.ts'
import type {MessageContent} from './make-message.ts'

type Outcome = NonNullable<MessageMap['hook']['outcome']>

/** Reads a hook message of a stream. Clients report a hook that blocks as a success or as an error. */
export function readHook(record: JsonObject, phase: 'started' | 'progress' | 'finished'): MessageContent {
  const exitCode = number(record, 'exit_code')
  const stdout = text(record, 'stdout') ?? ''
  const stderr = text(record, 'stderr') ?? ''
  const refusal = phase === 'finished' ? readRefusal(exitCode, stdout, stderr) : undefined
  const reported = outcomes.get(text(record, 'outcome') ?? '') ?? (exitCode ? 'error' : 'success')
  return {
    kind: 'hook',
    phase,
    hookId: text(record, 'hook_id'),
    name: text(record, 'hook_name') ?? '',
    event: text(record, 'hook_event'),
    callId: undefined,
    stdout,
    stderr,
    exitCode,
    outcome: phase === 'finished' ? (refusal ? 'blocked' : reported) : undefined,
    reason: refusal?.reason,
  }
}

/** Reads a transcript's summary of all hooks of a stop. */
export function readHookSummary(record: JsonObject): MessageContent {
  const failed = list(record, 'hookErrors').length > 0
  const commands = objects(record, 'hookInfos').map((info) => text(info, 'command') ?? '')
  return {
    kind: 'hook',
    phase: 'summary',
    hookId: undefined,
    name: commands.join(', '),
    event: 'Stop',
    callId: text(record, 'toolUseID'),
    stdout: text(record, 'stopReason') ?? '',
    stderr: texts(record, 'hookErrors').join('\n'),
    exitCode: undefined,
    outcome: failed ? 'error' : record['preventedContinuation'] === true ? 'blocked' : 'success',
    reason: undefined,
  }
}

const outcomes: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['success', 'success'],
  ['error', 'error'],
  ['cancelled', 'cancelled'],
])

/** The exit code of a hook that blocks. */
const refusalExitCode = 2

/** A hook blocks with an exit code and a text, or with JSON. */
function readRefusal(
  exitCode: number | undefined,
  stdout: string,
  stderr: string,
): {readonly reason: string | undefined} | undefined {
  if (exitCode === refusalExitCode) return {reason: stderr.trim() || undefined}
  const said = parseObject(stdout) ?? emptyObject
  const specific = object(said, 'hookSpecificOutput') ?? emptyObject
  if (text(specific, 'permissionDecision') === 'deny')
    return {reason: text(specific, 'permissionDecisionReason') ?? text(said, 'reason')}
  if (text(said, 'decision') === 'block') return {reason: text(said, 'reason')}
  return said['continue'] === false ? {reason: text(said, 'stopReason')} : undefined
}
