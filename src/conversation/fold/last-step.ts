import type {Block, LastStep, Message, MessageOf} from '../../model/index.ts'

/** Tools that ask the person something, and wait. */
const questionTools: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'exit_plan_mode'])

/**
 * The last step of a session after another message. Messages of agents, notes and what the client adds do not change
 * it. `sessionStateAt` makes a state of it.
 */
export function lastStepAfter(before: LastStep | undefined, message: Message): LastStep | undefined {
  if (message.sidechain || message.agent !== undefined || message.parentCall !== undefined) return before
  switch (message.kind) {
    case 'prompt':
    case 'bash-input':
    case 'steering':
      return asked
    case 'task-notification':
    case 'teammate-message':
      return message.queued ? before : asked
    case 'instruction':
      // The body of a command or a skill; the client writes other instructions after the turn as well.
      return message.source === 'command' || message.source === 'skill' ? asked : before
    case 'slash-command':
      return /^\/?(?:exit|quit)$/.test(message.name) ? closed : before
    case 'bash-output':
    case 'turn-duration':
      return isOver(before) ? before : ended
    case 'hook':
      return message.phase === 'summary' && message.event === 'Stop' && before?.kind === 'said'
        ? ended
        : before
    case 'interruption':
      return interrupted
    case 'tool-result':
      return afterResult(before, message)
    case 'permission':
      return message.phase === 'asked' ? {kind: 'question', callId: message.callId} : asked
    case 'control':
      return before?.kind === 'question' ? called : before
    case 'attachment':
      return message.name === 'max_turns_reached' ? failed : before
    case 'assistant':
      return afterResponse(before, message)
    case 'result':
      return message.failed ? (before?.kind === 'interrupted' ? before : failed) : closed
    default:
      return before
  }
}

const asked: LastStep = {kind: 'asked'}
const called: LastStep = {kind: 'called'}
const said: LastStep = {kind: 'said'}
const ended: LastStep = {kind: 'ended'}
const closed: LastStep = {kind: 'closed'}
const failed: LastStep = {kind: 'failed'}
const interrupted: LastStep = {kind: 'interrupted'}

const isOver = (step: LastStep | undefined): boolean =>
  step?.kind === 'interrupted' || step?.kind === 'failed' || step?.kind === 'closed'

/** A question stays open while other calls end. */
function afterResult(before: LastStep | undefined, message: MessageOf<'tool-result'>): LastStep {
  const {results, endsTurn} = message
  const isOther = (id: string | undefined): boolean => !results.some(({callId}) => callId === id)
  if (before?.kind === 'question' && before.callId !== undefined && isOther(before.callId)) return before
  return endsTurn ? ended : asked
}

function afterResponse(
  before: LastStep | undefined,
  {blocks, stopReason, synthetic, error}: MessageOf<'assistant'>,
): LastStep | undefined {
  if (error !== undefined) return failed
  // "No response requested." is written when a session is resumed.
  if (synthetic) return before
  const calls = blocks.filter((block) => block.type === 'tool-call')
  const question = calls.find(({name}) => questionTools.has(name))
  if (question) return {kind: 'question', callId: question.id}
  if (calls.length > 0) return before?.kind === 'question' ? before : called
  if (stopReason === 'tool_use' || !blocks.some(isText)) return asked
  return stopReason === undefined ? said : ended
}

const isText = ({type}: Block): boolean => type === 'text'
