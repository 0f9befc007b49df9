import type {Item, ItemKind, ResultTotals, Session} from '../../conversation/index.ts'
import {errorText} from '../../model/fields.ts'
import type {MessageOf, UnknownLine, UnreadableLine} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {ansi, field, fields, formatDollars, formatDuration, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../../tools/index.ts'
import {describePrinted, optional} from '../../tools/shared/output-nodes.ts'
import {describeCommandOutput, describeMessage} from './describe-message.ts'
import {describeReason, isVagueReason} from './failure-reasons.ts'
import type {EntryContent} from './make-entry.ts'

/** All items but tool calls, which `describeTool` describes. */
export type PlainItem = Exclude<Item, {kind: 'tool'}>

type ItemDescribers = {
  readonly [Kind in Exclude<ItemKind, 'tool'>]: (
    item: Extract<Item, {kind: Kind}>,
    session: Session,
  ) => EntryContent
}

/** Describes an item as far as it is known. */
export const describeItem = (item: PlainItem, session: Session): EntryContent =>
  describeKind(item.kind, item, session)

function describeKind<Kind extends PlainItem['kind']>(
  kind: Kind,
  item: Extract<Item, {kind: Kind}>,
  session: Session,
): EntryContent {
  return describers[kind](item, session)
}

const describers: ItemDescribers = {
  text: ({text, synthetic, error, aborted, stopReason}) => ({
    kind: 'answer',
    title: 'Assistant',
    subject: error === undefined ? text : errorText(text),
    isError: error !== undefined,
    // The client writes this in place of a missing response.
    ...(synthetic && text.trim() === 'No response requested.' && {depth: 'all' as const}),
    asked: [
      error === undefined ? prose(text) : note('error', errorText(text)),
      ...(aborted ? [note('warning', 'Cut off here')] : []),
      ...(stopReason === 'max_tokens' ? [note('warning', 'Cut off: token limit reached')] : []),
    ],
  }),
  thinking: ({text, redacted}) => ({
    kind: 'thinking',
    title: 'Thinking',
    subject: text || undefined,
    // Newer clients record that there was thinking, and not its text.
    depth: text === '' ? 'all' : 'assistant',
    asked:
      text === '' ? [note('info', redacted ? 'Redacted by the provider' : 'Not recorded')] : [prose(text)],
  }),
  content: ({block}) => ({kind: 'answer', title: 'Assistant', asked: describeBlocks([block])}),
  command: ({name, args, contents, output}) => ({
    kind: 'command',
    title: name.startsWith('/') ? name : `/${name}`,
    subject: args || undefined,
    // Older clients repeat the name of the command here; newer ones say what it does.
    asked: ['', args, name.replace(/^\//, '')].includes(contents) ? [] : [prose(contents)],
    answered: output ? describeCommandOutput(output.stdout, output.stderr) : [],
  }),
  shell: ({command, output}) => ({
    kind: 'shell',
    title: 'Shell',
    subject: command,
    answered: output ? describePrinted(output.stdout, output.stderr) : [],
  }),
  hook: ({name, event, exitCode, outcome, reason, stdout, stderr}) => ({
    kind: 'hook',
    title: name,
    // Most are named after their event and the tool: `PreToolUse:Bash`.
    subject: name.split(':')[0] === event ? undefined : event,
    outcome: exitCode === undefined || exitCode === 0 ? outcome : `${outcome}, exit ${exitCode}`,
    isError: outcome === 'error' || outcome === 'blocked',
    // A hook that blocks a call matters as much as the call.
    depth: outcome === 'blocked' || outcome === 'error' ? 'tool' : 'hook',
    answered: reason === undefined ? describePrinted(stdout, stderr) : [ansi(reason, 'error')],
  }),
  result: describeResult,
  message: ({message}, session) => describeMessage(message, session),
  line: ({line}) => describeLine(line),
}

/** Describes a line that is not a message. */
export const describeLine = (line: UnknownLine | UnreadableLine): EntryContent =>
  line.kind === 'unknown'
    ? {kind: 'unknown', title: line.type, asked: [{kind: 'raw', value: line.value}]}
    : {kind: 'unreadable', title: line.reason, asked: [plain(line.text)]}

type ResultItem = Extract<Item, {kind: 'result'}>

/**
 * Describes the end of a turn with what it took. Its text is shown unless a text before it was the same. The client
 * calls an interrupted turn failed, which it is not.
 */
function describeResult({message, totals, outcome, repeatsText}: ResultItem): EntryContent {
  const {failed, subtype, text, durationMs} = message
  const asked = describeNumbers(message, totals)
  if (failed && outcome.state === 'interrupted')
    return {kind: 'interruption', depth: 'session', title: 'Interrupted', asked}
  return {
    kind: 'result',
    title: failed ? 'Failed' : 'Completed',
    // If the name of the failure says nothing, the text says it all.
    subject: failed && !(text && isVagueReason(subtype)) ? describeReason(subtype) : undefined,
    isError: failed,
    durationMs,
    asked,
    answered: [
      ...(repeatsText ? [] : optional(text, (words) => prose(failed ? errorText(words) : words))),
      ...message.errors.filter(isForUsers).map((error) => plain(errorText(error), 'error')),
    ],
  }
}

/** Diagnostics for the developers of the client. */
const isForUsers = (error: string): boolean => !error.startsWith('[ede_diagnostic]')

/**
 * The duration is that of one turn; cost and API time add up in a process. What the client calls turns are the requests
 * to the model in one of ours.
 */
function describeNumbers(
  {durationMs, turns, costUsd}: MessageOf<'result'>,
  {ownApiDurationMs: apiMs, ownCostUsd}: ResultTotals,
): readonly Node[] {
  return fields(
    field('time', 'Duration', durationMs === undefined ? undefined : formatDuration(durationMs)),
    field('time', 'API time', apiMs === undefined ? undefined : formatDuration(apiMs)),
    field('number', 'Model turns', turns),
    field('money', 'Cost', costUsd === undefined ? undefined : costWords(ownCostUsd ?? costUsd, costUsd)),
  )
}

function costWords(own: number, total: number): string {
  const [part, sum] = [formatDollars(own), formatDollars(total)]
  return part === sum ? sum : `${part} (${sum} so far)`
}
