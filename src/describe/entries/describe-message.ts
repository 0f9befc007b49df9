import type {PlainMessage, Session} from '../../conversation/index.ts'
import type {Message, MessageOf} from '../../model/index.ts'
import {field, fields, formatCount, formatDuration, type Node, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../../tools/index.ts'
import {withoutReminders} from '../../tools/shared/client-text.ts'
import {describePrinted, optional} from '../../tools/shared/output-nodes.ts'
import {describeNotice, describeRateLimit} from './describe-notice.ts'
import {describeIdeNote, describePrompt, withoutAdvice} from './describe-prompt.ts'
import {describeTask} from './describe-task.ts'
import type {EntryContent} from './make-entry.ts'

/** Describes each kind of message; a new kind fails the build until it is here. */
type MessageDescribers = {
  readonly [Kind in PlainMessage['kind']]: (message: MessageOf<Kind>, session: Session) => EntryContent
}

/** Describes a message that is an item. */
export const describeMessage = (message: PlainMessage, session: Session): EntryContent =>
  describeKind(message.kind, message, session)

function describeKind<Kind extends PlainMessage['kind']>(
  kind: Kind,
  message: MessageOf<Kind>,
  session: Session,
): EntryContent {
  return describers[kind](message, session)
}

/** Describes a record that is known by name and shown only at depth `all`. */
export const describeMetadata = (message: Message): EntryContent => ({
  kind: 'metadata',
  title: message.type,
  asked: [{kind: 'raw', value: message.record}],
})

const describers: MessageDescribers = {
  prompt: ({text, blocks, ide}) => ({
    kind: 'prompt',
    title: 'User',
    // It may consist of an image alone.
    subject: text || blocks.find(({type}) => type === 'image' || type === 'document')?.type || '',
    // The prompt is first, then the notes of the editor.
    asked: describePrompt(text, blocks, ide.flatMap(describeIdeNote)),
  }),
  steering: ({text, blocks}) => ({
    kind: 'steering',
    title: 'Steering',
    subject: text,
    asked: describePrompt(text, blocks),
  }),
  'slash-command': ({name, args, contents}) => ({
    kind: 'command',
    title: name,
    subject: args || undefined,
    asked: contents === '' || contents === args ? [] : [prose(contents)],
  }),
  'command-output': ({stdout, stderr}) => ({
    kind: 'command',
    // Streams have the output of the command, and not the command.
    title: /^\s*Compacted\b/.test(stdout) ? '/compact' : 'Output',
    answered: describeCommandOutput(stdout, stderr),
  }),
  'bash-input': ({command}) => ({kind: 'shell', title: 'Shell', subject: command}),
  'bash-output': ({stdout, stderr}) => ({
    kind: 'shell',
    title: 'Output',
    answered: describePrinted(stdout, stderr),
  }),
  'compact-summary': ({text}) => ({
    kind: 'summary',
    title: 'Conversation summary',
    asked: [prose(withoutReminders(text).trim())],
  }),
  memory: ({text}) => ({kind: 'memory', title: 'Memory', subject: text, asked: [prose(text)]}),
  'teammate-message': ({from, text}) => ({
    kind: 'teammate',
    title: from ?? 'Teammate',
    subject: text,
    asked: [prose(text)],
  }),
  'task-notification': (message, {runs}) =>
    describeTask({...message, state: message.status}, runs.get(message.callId ?? '')),
  instruction: ({source, text}) =>
    source === 'editor'
      ? {kind: 'instruction', depth: 'hook', title: 'From the editor', subject: withoutAdvice(text)}
      : {
          kind: 'instruction',
          title: `From the client (${source})`,
          subject: text,
          // Commands and skills are Markdown, written by people.
          asked: [source === 'command' || source === 'skill' ? prose(text) : plain(text, 'dim')],
        },
  interruption: ({forTool}) => ({
    kind: 'interruption',
    title: forTool ? 'Interrupted by the user while a tool ran' : 'Interrupted by the user',
  }),
  'tool-result': ({blocks, results}) => ({
    kind: 'tool',
    title: 'Result of an unknown call',
    answered: [...results.flatMap(({content}) => describeBlocks(content)), ...describeBlocks(blocks)],
  }),
  assistant: ({blocks}) => ({kind: 'answer', title: 'Assistant', asked: describeBlocks(blocks)}),
  partial: describeMetadata,
  init: ({type, model, tools, permissionMode, record}) => ({
    kind: 'metadata',
    title: type,
    asked: [
      ...fields(
        field('model', 'Model', model),
        field('setting', 'Permission mode', permissionMode),
        field('number', 'Tools', tools.length),
      ),
      {kind: 'raw', value: record},
    ],
  }),
  title: ({title, source}) => ({kind: 'metadata', title: `Title (${source})`, subject: title}),
  leaf: describeMetadata,
  compaction: ({trigger, preTokens, postTokens, durationMs}) => ({
    kind: 'compaction',
    title: 'Conversation compacted',
    outcome: formatShrinkage(preTokens, postTokens),
    durationMs,
    asked: fields(field('setting', 'Trigger', trigger)),
  }),
  // It only repeats others; the runs of hooks are separate items.
  hook: ({name, stdout, stderr}) => ({
    kind: 'hook',
    depth: 'all',
    title: name,
    answered: describePrinted(stdout, stderr),
  }),
  task: describeMetadata,
  progress: describeMetadata,
  permission: ({phase, toolName, reason, callId}) => ({
    kind: 'notice',
    depth: 'hook',
    title: phase === 'asked' ? 'Permission asked' : 'Permission denied',
    subject: toolName,
    asked: fields(field('setting', 'Reason', reason), field('setting', 'Call', callId)),
  }),
  control: describeMetadata,
  notice: describeNotice,
  recap: ({text}) => ({kind: 'recap', title: 'While you were away', asked: [prose(text)]}),
  status: ({name, state, detail}) => ({
    kind: 'metadata',
    title: name,
    subject: state,
    asked: optional(detail, plain),
  }),
  auth: ({authenticating, output, error}) => ({
    kind: 'notice',
    depth: error === undefined ? 'hook' : 'assistant',
    title: error !== undefined ? 'Sign-in failed' : authenticating ? 'Signing in' : 'Signed in',
    isError: error !== undefined,
    asked: [...output.map((line) => plain(line)), ...optional(error, (words) => note('error', words))],
  }),
  queue: ({operation, text = ''}) => ({
    kind: 'metadata',
    title: `Queue: ${operation}`,
    subject: text || undefined,
    asked: optional(text, plain),
  }),
  attachment: ({name, value}) => ({kind: 'attachment', title: name, asked: [{kind: 'raw', value}]}),
  snapshot: describeMetadata,
  'cost-state': describeMetadata,
  'rate-limit': describeRateLimit,
  reset: ({newSession}) => ({
    kind: 'notice',
    depth: 'user',
    title: 'Conversation cleared',
    subject: newSession,
  }),
  'turn-duration': ({durationMs}) => ({
    kind: 'metadata',
    title: 'Turn took',
    subject: durationMs === undefined ? undefined : formatDuration(durationMs),
  }),
  suggestion: ({text}) => ({kind: 'metadata', title: 'Suggested prompt', subject: text}),
  'api-log': describeMetadata,
  metadata: describeMetadata,
}

const formatShrinkage = (before: number | undefined, after: number | undefined): string | undefined =>
  before === undefined
    ? undefined
    : `${formatCount(before)}${after === undefined ? '' : ` → ${formatCount(after)}`} tokens`

/** A heading, or the line below the head of a table. */
const markup = /^#{1,6} \S|^\|(?: *:?-+:? *\|)+ *$/m

/** The output of a slash command, which may be Markdown. Text with colours was written for a terminal. */
export const describeCommandOutput = (stdout: string, stderr: string): readonly Node[] =>
  markup.test(stdout) && !stdout.includes('\u001b')
    ? [prose(stdout.trim()), ...describePrinted('', stderr)]
    : describePrinted(stdout, stderr)
