import type {PlainMessage, Session} from '../../conversation/index.ts'
import type {Message, MessageOf} from '../../model/index.ts'
import {field, fields, formatCount, formatDuration, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../../tools/index.ts'
import {withoutReminders} from '../../tools/shared/client-text.ts'
import {describeIdeNote, withoutAdvice} from './describe-ide-note.ts'
import {describeNotice, describeRateLimit} from './describe-notice.ts'
import {describeCommandOutput, describeOutput} from './describe-output.ts'
import {describePrompt} from './describe-prompt.ts'
import {describeTask} from './describe-task.ts'
import type {EntryContent} from './make-entry.ts'

/** What each kind of message says when it stands alone; a new kind fails the build until it stands here. */
type MessageDescribers = {
  readonly [Kind in PlainMessage['kind']]: (message: MessageOf<Kind>, session: Session) => EntryContent
}

/** Tells a message that needs no company. */
export function describeMessage(message: PlainMessage, session: Session): EntryContent {
  return describeKind(message.kind, message, session)
}

function describeKind<Kind extends PlainMessage['kind']>(
  kind: Kind,
  message: MessageOf<Kind>,
  session: Session,
): EntryContent {
  return describers[kind](message, session)
}

/** Known by name, of interest to nobody but those who want everything. */
const metadata = (message: Message): EntryContent => ({
  kind: 'metadata',
  title: message.type,
  asked: [{kind: 'raw', value: message.record}],
})

const describers: MessageDescribers = {
  prompt: ({text, blocks, ide}) => ({
    kind: 'prompt',
    title: 'User',
    // A picture may be all there is.
    subject: text || blocks.find(({type}) => type === 'image' || type === 'document')?.type || '',
    // What a person wrote comes first, whatever the editor put before it.
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
    // Streams tell what the command for it printed, and not the command.
    title: /^\s*Compacted\b/.test(stdout) ? '/compact' : 'Output',
    answered: describeCommandOutput(stdout, stderr),
  }),
  'bash-input': ({command}) => ({kind: 'shell', title: 'Shell', subject: command}),
  'bash-output': ({stdout, stderr}) => ({
    kind: 'shell',
    title: 'Output',
    answered: describeOutput(stdout, stderr),
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
          // What commands and skills say is written in Markdown, by people.
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
  partial: metadata,
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
  leaf: metadata,
  compaction: ({trigger, preTokens, postTokens, durationMs}) => ({
    kind: 'compaction',
    title: 'Conversation compacted',
    outcome: tokensFromTo(preTokens, postTokens),
    durationMs,
    asked: fields(field('setting', 'Trigger', trigger)),
  }),
  // It only sums up what others have said; the runs of hooks are items of their own.
  hook: ({name, stdout, stderr}) => ({
    kind: 'hook',
    depth: 'all',
    title: name,
    answered: describeOutput(stdout, stderr),
  }),
  task: metadata,
  progress: metadata,
  permission: ({phase, toolName, reason, callId}) => ({
    kind: 'notice',
    depth: 'hook',
    title: phase === 'asked' ? 'Permission asked' : 'Permission denied',
    subject: toolName,
    asked: fields(field('setting', 'Reason', reason), field('setting', 'Call', callId)),
  }),
  control: metadata,
  notice: describeNotice,
  recap: ({text}) => ({kind: 'recap', title: 'While you were away', asked: [prose(text)]}),
  status: ({name, state, detail}) => ({
    kind: 'metadata',
    title: name,
    subject: state,
    asked: detail === undefined ? [] : [plain(detail)],
  }),
  auth: ({authenticating, output, error}) => ({
    kind: 'notice',
    depth: error === undefined ? 'hook' : 'assistant',
    title: error !== undefined ? 'Sign-in failed' : authenticating ? 'Signing in' : 'Signed in',
    isError: error !== undefined,
    asked: [...output.map((line) => plain(line)), ...(error === undefined ? [] : [note('error', error)])],
  }),
  queue: ({operation, text = ''}) => ({
    kind: 'metadata',
    title: `Queue: ${operation}`,
    subject: text || undefined,
    asked: text === '' ? [] : [plain(text)],
  }),
  attachment: ({name, value}) => ({kind: 'attachment', title: name, asked: [{kind: 'raw', value}]}),
  snapshot: metadata,
  'cost-state': metadata,
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
  'api-log': metadata,
  metadata,
}

function tokensFromTo(before: number | undefined, after: number | undefined): string | undefined {
  if (before === undefined) return undefined
  return after === undefined
    ? `${formatCount(before)} tokens`
    : `${formatCount(before)} → ${formatCount(after)} tokens`
}
