import type {Item, ItemKind, ResultTotals, Session} from '../../conversation/index.ts'
import {errorText} from '../../model/fields.ts'
import type {MessageOf} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {ansi, field, fields, formatDollars, formatDuration, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../../tools/index.ts'
import {describeMessage} from './describe-message.ts'
import {describeCommandOutput, describeOutput} from './describe-output.ts'
import {describeReason, isVagueReason} from './failure-reasons.ts'
import type {EntryContent} from './make-entry.ts'

/** Items that tell themselves; a tool's run is told by `describeTool`. */
export type PlainItem = Exclude<Item, {kind: 'tool'}>

type ItemDescribers = {
  readonly [Kind in Exclude<ItemKind, 'tool'>]: (
    item: Extract<Item, {kind: Kind}>,
    session: Session,
  ) => EntryContent
}

/** Tells one item as far as it has come; the session is as it was when the item came. */
export function describeItem(item: PlainItem, session: Session): EntryContent {
  return describeKind(item.kind, item, session)
}

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
    // The client's own filling where an answer is missing.
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
    // Newer clients write down that there was a thought, and not the thought.
    depth: text === '' ? 'all' : 'assistant',
    asked:
      text === '' ? [note('info', redacted ? 'Redacted by the provider' : 'Not recorded')] : [prose(text)],
  }),
  content: ({block}) => ({kind: 'answer', title: 'Assistant', asked: describeBlocks([block])}),
  command: ({name, args, contents, output}) => ({
    kind: 'command',
    title: name.startsWith('/') ? name : `/${name}`,
    subject: args || undefined,
    // Older clients say the name of a command again where newer ones say what it is about.
    asked: ['', args, name.replace(/^\//, '')].includes(contents) ? [] : [prose(contents)],
    answered: output ? describeCommandOutput(output.stdout, output.stderr) : [],
  }),
  shell: ({command, output}) => ({
    kind: 'shell',
    title: 'Shell',
    subject: command,
    answered: output ? describeOutput(output.stdout, output.stderr) : [],
  }),
  hook: ({name, event, exitCode, outcome, reason, stdout, stderr}) => ({
    kind: 'hook',
    title: name,
    // Most are called after their event and the tool: `PreToolUse:Bash`.
    subject: name.split(':')[0] === event ? undefined : event,
    outcome: exitCode === undefined || exitCode === 0 ? outcome : `${outcome}, exit ${exitCode}`,
    isError: outcome === 'error' || outcome === 'blocked',
    // A hook that stands in the way matters as much as what it stopped.
    depth: outcome === 'blocked' || outcome === 'error' ? 'tool' : 'hook',
    answered: reason === undefined ? describeOutput(stdout, stderr) : [ansi(reason, 'error')],
  }),
  result: describeResult,
  message: ({message}, session) => describeMessage(message, session),
  line: ({line}) =>
    line.kind === 'unknown'
      ? {kind: 'unknown', title: line.type, asked: [{kind: 'raw', value: line.value}]}
      : {kind: 'unreadable', title: line.reason, asked: [{kind: 'text', text: line.text, tone: 'plain'}]},
}

type ResultItem = Extract<Item, {kind: 'result'}>

/**
 * Tells the end of a turn with what it took. Its text is told where nothing before it said the same. A turn that was
 * interrupted has failed for the client; nothing went wrong in it.
 */
function describeResult({message, totals, outcome, repeatsText}: ResultItem): EntryContent {
  const {failed, subtype, text, durationMs} = message
  const asked = describeNumbers(message, totals)
  if (failed && outcome.state === 'interrupted')
    return {kind: 'interruption', depth: 'session', title: 'Interrupted', asked}
  return {
    kind: 'result',
    title: failed ? 'Failed' : 'Completed',
    // Where the name of the failure says nothing, the text says all.
    subject: failed && !(text && isVagueReason(subtype)) ? describeReason(subtype) : undefined,
    isError: failed,
    durationMs,
    asked,
    answered: [
      ...(text === undefined || text === '' || repeatsText ? [] : [prose(failed ? errorText(text) : text)]),
      ...message.errors.filter(isForUsers).map((error) => plain(errorText(error), 'error')),
    ],
  }
}

/** What the client's makers want to know of an error says nothing to its users. */
const isForUsers = (error: string): boolean => !error.startsWith('[ede_diagnostic]')

/**
 * Time is that of one turn; cost and time of the API run on in a process. What the client calls turns are the rounds
 * of the model in one of ours.
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
  const [part, whole] = [formatDollars(own), formatDollars(total)]
  return part === whole ? whole : `${part} (${whole} so far)`
}
