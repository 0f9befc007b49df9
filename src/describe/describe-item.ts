import type {Item, ItemKind} from '../conversation/index.ts'
import {note, prose} from '../page/index.ts'
import {describeBlocks} from '../tools/index.ts'
import {describeMessage, describeOutput} from './describe-message.ts'
import type {Telling} from './scene.ts'

/** Items that tell themselves; a tool's run is told by `describeTool`. */
export type PlainItem = Exclude<Item, {kind: 'tool'}>

type Tellers = {
  readonly [Kind in Exclude<ItemKind, 'tool'>]: (item: Extract<Item, {kind: Kind}>) => Telling
}

/** Tells one item as far as it has come. */
export function describeItem(item: PlainItem): Telling {
  return tell(item.kind, item)
}

function tell<Kind extends PlainItem['kind']>(kind: Kind, item: Extract<Item, {kind: Kind}>): Telling {
  return tellers[kind](item)
}

const tellers: Tellers = {
  text: ({text, error, aborted}) => ({
    kind: 'answer',
    title: 'Assistant',
    subject: text,
    failed: error !== undefined,
    asked: [
      error === undefined ? prose(text) : note('error', text),
      ...(aborted ? [note('warning', 'Cut off here')] : []),
    ],
  }),
  thinking: ({text, redacted}) => ({
    kind: 'thinking',
    title: 'Thinking',
    subject: text || undefined,
    // Newer clients write down that there was a thought, and not the thought.
    depth: text === '' ? 'all' : 'assistant',
    asked:
      text === ''
        ? [note('info', redacted ? 'Redacted by the provider' : 'Not written down')]
        : [prose(text)],
  }),
  content: ({block}) => ({kind: 'answer', title: 'Assistant', asked: describeBlocks([block])}),
  command: ({name, args, contents, output}) => ({
    kind: 'command',
    title: name.startsWith('/') ? name : `/${name}`,
    subject: args || undefined,
    // Older clients say the name of a command again where newer ones say what it is about.
    asked: ['', args, name.replace(/^\//, '')].includes(contents) ? [] : [prose(contents)],
    answered: output ? describeOutput(output.stdout, output.stderr) : [],
  }),
  shell: ({command, output}) => ({
    kind: 'shell',
    title: 'Shell',
    subject: command,
    answered: output ? describeOutput(output.stdout, output.stderr) : [],
  }),
  hook: ({name, event, exitCode, outcome, stdout, stderr}) => ({
    kind: 'hook',
    title: name,
    subject: name === event ? undefined : event,
    outcome: exitCode === undefined || exitCode === 0 ? outcome : `${outcome}, exit ${exitCode}`,
    failed: outcome === 'error' || outcome === 'blocked',
    // A hook that stands in the way matters as much as what it stopped.
    depth: outcome === 'blocked' || outcome === 'error' ? 'tool' : 'hook',
    answered: describeOutput(stdout, stderr),
  }),
  message: ({message}) => describeMessage(message),
  line: ({line}) =>
    line.kind === 'unknown'
      ? {kind: 'unknown', title: line.type, asked: [{kind: 'raw', value: line.value}]}
      : {kind: 'unreadable', title: line.reason, asked: [{kind: 'text', text: line.text, tone: 'plain'}]},
}
