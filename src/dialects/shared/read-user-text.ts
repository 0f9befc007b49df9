import type {Block, IdeNote, InstructionSource, TaskStatus} from '../../model/index.ts'
import type {Reading} from './make-message.ts'
import {textOf} from './read-blocks.ts'
import {firstTag, tagAttribute, tagText} from './tags.ts'

/** What a `user` record says about a text besides the text. */
export interface UserTextFlags {
  /** Put in by the client, not typed (`isMeta` on disk, `isSynthetic` in a stream). */
  readonly meta: boolean
  readonly compactSummary: boolean
  readonly replay: boolean
  readonly origin: string | undefined
  /** The call whose skill or command this text belongs to. */
  readonly sourceCall: string | undefined
  readonly interruptedMessage: string | undefined
}

/** A text about which its record says nothing. */
export const plainText: UserTextFlags = {
  meta: false,
  compactSummary: false,
  replay: false,
  origin: undefined,
  sourceCall: undefined,
  interruptedMessage: undefined,
}

type ReadTagged = (text: string, flags: UserTextFlags) => Reading

const instruction =
  (source: InstructionSource): ReadTagged =>
  (text, flags) => ({kind: 'instruction', text, source, callId: flags.sourceCall})

const readSlashCommand: ReadTagged = (text) => ({
  kind: 'slash-command',
  name: (tagText(text, 'command-name') ?? '').trim(),
  args: (tagText(text, 'command-args') ?? '').trim(),
  contents: tagText(text, 'command-contents') ?? tagText(text, 'command-message') ?? '',
})

const readCommandOutput: ReadTagged = (text) => ({
  kind: 'command-output',
  stdout: tagText(text, 'local-command-stdout') ?? '',
  stderr: tagText(text, 'local-command-stderr') ?? '',
})

const readBashOutput: ReadTagged = (text) => ({
  kind: 'bash-output',
  stdout: tagText(text, 'bash-stdout') ?? '',
  stderr: tagText(text, 'bash-stderr') ?? '',
})

const readTaskNotification: ReadTagged = (text) => ({
  kind: 'task-notification',
  taskId: tagText(text, 'task-id')?.trim(),
  callId: tagText(text, 'tool-use-id')?.trim(),
  status: readTaskStatus(tagText(text, 'status')?.trim()) ?? 'completed',
  summary: (tagText(text, 'summary') ?? '').trim(),
  result: (tagText(text, 'result') ?? '').trim(),
  usage: {
    tokens: numberIn(text, 'total_tokens') ?? numberIn(text, 'subagent_tokens'),
    toolUses: numberIn(text, 'tool_uses'),
    durationMs: numberIn(text, 'duration_ms'),
  },
})

const readTeammateMessage: ReadTagged = (text) => ({
  kind: 'teammate-message',
  from: tagAttribute(text, 'teammate-message', 'teammate_id') ?? tagAttribute(text, 'agent-message', 'from'),
  text: (tagText(text, 'teammate-message') ?? tagText(text, 'agent-message') ?? '').trim(),
})

const tagged: ReadonlyMap<string, ReadTagged> = new Map<string, ReadTagged>([
  ['command-name', readSlashCommand],
  ['command-message', readSlashCommand],
  ['command-args', readSlashCommand],
  ['local-command-stdout', readCommandOutput],
  ['local-command-stderr', readCommandOutput],
  ['bash-input', (text) => ({kind: 'bash-input', command: tagText(text, 'bash-input') ?? ''})],
  ['bash-stdout', readBashOutput],
  ['bash-stderr', readBashOutput],
  [
    'user-memory-input',
    (text) => ({kind: 'memory', text: (tagText(text, 'user-memory-input') ?? '').trim()}),
  ],
  ['task-notification', readTaskNotification],
  ['teammate-message', readTeammateMessage],
  ['agent-message', readTeammateMessage],
  ['local-command-caveat', instruction('caveat')],
  ['system-reminder', instruction('reminder')],
  ['session-start-hook', instruction('hook')],
  ['user-prompt-submit-hook', instruction('hook')],
  ['post-tool-use-hook', instruction('hook')],
])

const ideTags: ReadonlyMap<string, IdeNote['kind']> = new Map([
  ['ide_opened_file', 'opened-file'],
  ['ide_selection', 'selection'],
  ['ide_diagnostics', 'diagnostics'],
])

/** Tells what a text in a person's place really is: a prompt, a command, an output, a notification … */
export function readUserText(blocks: readonly Block[], flags: UserTextFlags): Reading {
  const {notes: ide, rest} = takeIdeNotes(textOf(blocks))
  if (flags.compactSummary || isCompactSummary(rest)) return {kind: 'compact-summary', text: rest}
  const tag = firstTag(rest)
  const readTagged = tag === undefined ? undefined : tagged.get(tag)
  if (readTagged) return readTagged(rest, flags)
  if (rest.startsWith('[Request interrupted by user')) {
    return {kind: 'interruption', forTool: rest.includes('for tool use'), messageId: flags.interruptedMessage}
  }
  if (hookFeedback.test(rest)) return instruction('hook')(rest, flags)
  if (flags.meta) return instruction(sourceOfMeta(rest, flags))(rest, flags)
  return {kind: 'prompt', text: rest, blocks, ide, replay: flags.replay, origin: flags.origin}
}

/** Reads a task's status in any of the words the client has for it. */
export function readTaskStatus(status: string | undefined): TaskStatus | undefined {
  if (status === undefined) return undefined
  if (status === 'killed' || status === 'stopped' || status === 'cancelled') return 'stopped'
  if (status === 'completed' || status === 'failed') return status
  return 'running'
}

/** Clients before 2.0 did not mark it as theirs. */
const hookFeedback = /^(Stop|SubagentStop) hook feedback:/

function sourceOfMeta(text: string, flags: UserTextFlags): InstructionSource {
  if (text.startsWith('Caveat:')) return 'caveat'
  if (flags.sourceCall !== undefined || text.startsWith('Base directory for this skill:')) return 'skill'
  return flags.replay || text.startsWith('Your response above') || text.startsWith('Output token limit')
    ? 'client'
    : 'command'
}

/** The marker of seed 002 is older than any client that was recorded; the sentence is what they write. */
const isCompactSummary = (text: string): boolean =>
  text.startsWith('This session is being continued from a previous conversation') ||
  text.startsWith('(compacted conversation)')

function takeIdeNotes(text: string): {readonly notes: readonly IdeNote[]; readonly rest: string} {
  const notes: IdeNote[] = []
  let rest = text
  for (let tag = firstTag(rest); tag !== undefined; tag = firstTag(rest)) {
    const kind = ideTags.get(tag)
    if (!kind) break
    notes.push({kind, text: (tagText(rest, tag) ?? '').trim()})
    const close = rest.indexOf(`</${tag}>`)
    rest = close === -1 ? '' : rest.slice(close + tag.length + 3).trimStart()
  }
  return {notes, rest}
}

function numberIn(text: string, tag: string): number | undefined {
  const value = Number.parseInt(tagText(text, tag) ?? '', 10)
  return Number.isNaN(value) ? undefined : value
}
