import {readTaskStatus} from '../../model/agents.ts'
import type {Block, IdeNote, InstructionSource, TaskUsage} from '../../model/index.ts'
import {type MessageContent, makeNotice} from './make-message.ts'
import {joinText} from './read-blocks.ts'
import {attributeOf, findOutput, findTag, firstTag, type Tag, tagText} from './tags.ts'

/** The fields of a `user` record that say what its text is. */
export interface UserTextFlags {
  /** Written by the client, not typed (`isMeta` on disk, `isSynthetic` in a stream). */
  readonly meta: boolean
  readonly compactSummary: boolean
  readonly replay: boolean
  readonly origin: string | undefined
  /** The call whose skill or command this text belongs to. */
  readonly sourceCall: string | undefined
  readonly interruptedMessage: string | undefined
  /** It arrived while Claude was working. */
  readonly queued: boolean
}

/** The flags of a record that has none. */
export const noFlags: UserTextFlags = {
  meta: false,
  compactSummary: false,
  replay: false,
  origin: undefined,
  sourceCall: undefined,
  interruptedMessage: undefined,
  queued: false,
}

type ReadTagged = (text: string, flags: UserTextFlags) => MessageContent

const instruction =
  (source: InstructionSource): ReadTagged =>
  (text, flags) => ({kind: 'instruction', text, source, callId: flags.sourceCall})

const readSlashCommand: ReadTagged = (text) => ({
  kind: 'slash-command',
  name: (tagText(text, 'command-name') ?? '').trim(),
  args: (tagText(text, 'command-args') ?? '').trim(),
  contents: commandContents(text),
})

/** What a command does. Older clients wrote this and the text for the model separately. */
function commandContents(text: string): string {
  const message = tagText(text, 'command-message')
  const contents = tagText(text, 'command-contents')
  if (!contents || !message) return contents || message || ''
  const name = tagText(text, 'command-name')?.trim().replace(/^\//, '')
  return message.trim() === name ? contents : `${message}\n\n${contents}`
}

const readOutput =
  (kind: 'command-output' | 'bash-output', name: string): ReadTagged =>
  (text) => {
    const stdout = findOutput(text, `${name}-stdout`)
    const stderr = findOutput(text.slice(stdout?.end ?? 0), `${name}-stderr`)
    return {kind, stdout: stdout?.text ?? '', stderr: stderr?.text ?? ''}
  }

/** The result is an agent's text, in which tags have no meaning. */
const readTaskNotification: ReadTagged = (text, {queued}) => {
  const result = findOutput(text, 'result')
  const head = text.slice(0, result?.start)
  return {
    kind: 'task-notification',
    taskId: tagText(head, 'task-id')?.trim(),
    callId: tagText(head, 'tool-use-id')?.trim(),
    status: readTaskStatus(tagText(head, 'status')?.trim()) ?? 'completed',
    summary: (tagText(head, 'summary') ?? '').trim(),
    result: (result?.text ?? '').trim(),
    usage: readNotedUsage(text.slice(result?.end ?? 0)),
    queued,
  }
}

/** One record may have messages of several teammates. */
const readTeammateMessages =
  (name: string, sender: string): ReadTagged =>
  (text, {queued}) => {
    const messages = allTags(text, name)
    const senders = new Set(messages.flatMap((message) => attributeOf(message, sender) ?? []))
    return {
      kind: 'teammate-message',
      from: senders.size > 0 ? [...senders].join(', ') : undefined,
      text: messages.map((message) => message.text.trim()).join('\n\n'),
      queued,
    }
  }

const tagged: ReadonlyMap<string, ReadTagged> = new Map<string, ReadTagged>([
  ['command-name', readSlashCommand],
  ['command-message', readSlashCommand],
  ['command-args', readSlashCommand],
  ['local-command-stdout', readOutput('command-output', 'local-command')],
  ['local-command-stderr', readOutput('command-output', 'local-command')],
  ['bash-input', (text) => ({kind: 'bash-input', command: tagText(text, 'bash-input') ?? ''})],
  ['bash-stdout', readOutput('bash-output', 'bash')],
  ['bash-stderr', readOutput('bash-output', 'bash')],
  [
    'user-memory-input',
    (text) => ({kind: 'memory', text: (tagText(text, 'user-memory-input') ?? '').trim()}),
  ],
  ['task-notification', readTaskNotification],
  ['teammate-message', readTeammateMessages('teammate-message', 'teammate_id')],
  ['agent-message', readTeammateMessages('agent-message', 'from')],
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

const noteTags: ReadonlySet<string> = new Set([...ideTags.keys(), 'system-reminder', 'post-tool-use-hook'])

/** Finds out what the text of a `user` record is: a prompt, a command, an output, a notification … */
export function readUserText(blocks: readonly Block[], flags: UserTextFlags): MessageContent {
  const said = joinText(blocks)
  const {notes: ide, rest} = takeNotes(said)
  if (flags.compactSummary || isCompactSummary(rest)) return {kind: 'compact-summary', text: rest}
  if (rest === '' && ide.length > 0 && blocks.every(({type}) => type === 'text'))
    return instruction('editor')(ide.map(({text}) => text).join('\n\n'), flags)
  const tag = firstTag(rest) ?? ''
  const readTagged = tagged.get(tag)
  // A tag that is never closed is part of a prompt.
  if (readTagged && findTag(rest, tag)) return readTagged(rest, flags)
  const interruption = interruptions.exec(rest)
  if (interruption) {
    const forTool = interruption[1] !== undefined
    return {kind: 'interruption', forTool, responseId: flags.interruptedMessage}
  }
  if (hookFeedback.test(rest)) return instruction('hook')(rest, flags)
  if (unknownCommand.test(rest)) return makeNotice('unknown_command', 'warning', rest.trim())
  // An instruction has no notes: if there is nothing else, they are its text.
  if (flags.meta) return instruction(sourceOfMeta(rest, flags))(rest || said, flags)
  return {kind: 'prompt', text: rest, blocks, ide, replay: flags.replay, origin: flags.origin}
}

const interruptions = /^\s*\[Request interrupted by user( for tool use)?\]\s*$/

/** The client's text, as a `user` record, for an unknown command. */
const unknownCommand = /^\s*Unknown (?:slash command|command|skill): \S+\s*$/

/** Clients before 2.0 did not mark it as `isMeta`. */
const hookFeedback = /^(Stop|SubagentStop) hook feedback:\n/

/** Texts of the client for the model. */
const clientWords =
  /^(Your response above|Output token limit|Continue from where you left off\.|\[Image: source: )/

function sourceOfMeta(text: string, flags: UserTextFlags): InstructionSource {
  if (text.startsWith('Caveat:')) return 'caveat'
  if (flags.sourceCall !== undefined || text.startsWith('Base directory for this skill:')) return 'skill'
  return flags.replay || clientWords.test(text) ? 'client' : 'command'
}

/** The marker is of clients older than any recorded one; the recorded ones write the sentence. */
const isCompactSummary = (text: string): boolean =>
  text.startsWith('This session is being continued from a previous conversation') ||
  text.startsWith('(compacted conversation)')

/** Separates the notes that the editor and the client put in front of a prompt. */
function takeNotes(text: string): {readonly notes: readonly IdeNote[]; readonly rest: string} {
  const notes: IdeNote[] = []
  let fromEditor = false
  let rest = text
  for (;;) {
    const name = firstTag(rest) ?? ''
    const tag = noteTags.has(name) ? findTag(rest, name) : undefined
    // The opening may be malformed; a later tag of the same name is not at the beginning.
    if (!tag || rest.slice(0, tag.start).trim() !== '') break
    const note = noteIn(name, tag)
    if (!(note || name === 'system-reminder')) break
    if (note) notes.push(note)
    fromEditor ||= ideTags.has(name)
    rest = rest.slice(tag.end).trimStart()
  }
  // Reminders and hooks with nothing after them are not notes of a prompt.
  return rest === '' && !fromEditor ? {notes: [], rest: text} : {notes, rest}
}

/** Diagnostics after a change are inside a hook's tag; a hook with more text is not a note. */
function noteIn(name: string, {text}: Tag): IdeNote | undefined {
  if (name === 'post-tool-use-hook') {
    const inner = firstTag(text) === 'ide_diagnostics' ? findTag(text, 'ide_diagnostics') : undefined
    const isAll = inner && text.slice(inner.end).trim() === ''
    return isAll ? {kind: 'diagnostics', text: inner.text.trim()} : undefined
  }
  const kind = ideTags.get(name)
  return kind && {kind, text: text.trim()}
}

function allTags(text: string, name: string): readonly Tag[] {
  const tags: Tag[] = []
  let rest = text
  for (let tag = findTag(rest, name); tag; tag = findTag(rest, name)) {
    tags.push(tag)
    rest = rest.slice(tag.end)
  }
  return tags
}

/** The numbers are in tags or, in older clients, written as `name: number`. */
function readNotedUsage(text: string): TaskUsage {
  const noted = (name: string): number | undefined => {
    const digits = new RegExp(`\\b${name}(?:>|: )\\s*(\\d+)`).exec(text)?.[1]
    return digits === undefined ? undefined : Number(digits)
  }
  return {
    tokens: noted('total_tokens') ?? noted('subagent_tokens'),
    toolUses: noted('tool_uses'),
    durationMs: noted('duration_ms'),
  }
}
