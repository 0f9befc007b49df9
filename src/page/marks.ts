import type {ToolRunState} from '../model/index.ts'
import type {EntryKind} from './entry.ts'
import type {NodeMap, TodoItem} from './node.ts'

/** One mark for each of some names. */
type MarksOf<Name extends string> = Readonly<Record<Name, string>>

/** The state of a call as a character, an emoji, in ASCII, and as the word for screen readers. */
export const stateMarks: Readonly<Record<'text' | 'emoji' | 'ascii' | 'word', MarksOf<ToolRunState>>> = {
  text: byState('○', '◐', '✓', '✗', '⊘', '⚠', '⌛'),
  emoji: byState('⏳', '⏳', '✅', '❌', '🚫', '⚠️', '⌛'),
  ascii: byState('[ ]', '[~]', '[ok]', '[x]', '[no]', '[!]', '[?]'),
  word: byState('waiting', 'running', 'completed', 'failed', 'denied', 'interrupted', 'no result'),
}

function byState(...marks: readonly [string, string, string, string, string, string, string]) {
  const [pending, running, completed, failed, denied, interrupted, orphaned] = marks
  return {pending, running, completed, failed, denied, interrupted, orphaned}
}

/** The same for to-do items; pages draw no boxes. */
export const todoMarks: Readonly<
  Record<'text' | 'page' | 'emoji' | 'ascii' | 'word', MarksOf<TodoItem['status']>>
> = {
  text: {pending: '☐', 'in-progress': '◐', completed: '☑', cancelled: '☒'},
  page: {pending: '○', 'in-progress': '◐', completed: '✓', cancelled: '⊘'},
  emoji: {pending: '⏳', 'in-progress': '🔄', completed: '✅', cancelled: '🚫'},
  ascii: {pending: '[ ]', 'in-progress': '[~]', completed: '[x]', cancelled: '[-]'},
  word: {pending: 'to do', 'in-progress': 'in progress', completed: 'done', cancelled: 'cancelled'},
}

/** The same for notes, by their level. */
export const noteMarks: Readonly<
  Record<'text' | 'page' | 'emoji' | 'ascii' | 'word', MarksOf<NodeMap['note']['level']>>
> = {
  text: {info: '·', success: '✓', warning: '⚠', error: '✗'},
  page: {info: 'ℹ', success: '✓', warning: '⚠', error: '✗'},
  emoji: {info: '·', success: '✅', warning: '⚠️', error: '❌'},
  ascii: {info: '-', success: '+', warning: '!', error: 'x'},
  word: {info: 'Note', success: 'Done', warning: 'Warning', error: 'Error'},
}

/** The kind of an entry: in lines of text, on a page, and as an emoji. */
export const kindMarks: Readonly<Record<EntryKind, MarksOf<'text' | 'page' | 'emoji'>>> = {
  session: {text: '▸', page: '◇', emoji: '🚀'},
  prompt: {text: '›', page: '❯', emoji: '💬'},
  steering: {text: '»', page: '↳', emoji: '💬'},
  command: {text: '›', page: '❯', emoji: '💬'},
  shell: {text: '$', page: '!', emoji: '💻'},
  memory: {text: '#', page: '#', emoji: '🧠'},
  interruption: {text: '⚠', page: '⚠', emoji: '🚫'},
  teammate: {text: '‹', page: '◆', emoji: '👥'},
  answer: {text: '•', page: '●', emoji: '💬'},
  thinking: {text: '✻', page: '∴', emoji: '💭'},
  tool: {text: '·', page: '⏺', emoji: '🔧'},
  agent: {text: '◇', page: '◆', emoji: '🤖'},
  task: {text: '◇', page: '◈', emoji: '📋'},
  compaction: {text: '≡', page: '⇊', emoji: '📦'},
  summary: {text: '≡', page: '≡', emoji: '📜'},
  recap: {text: '≡', page: '↺', emoji: '📜'},
  notice: {text: '·', page: '•', emoji: '🔔'},
  hook: {text: '·', page: '⤷', emoji: '🔗'},
  instruction: {text: '·', page: '›', emoji: '📌'},
  attachment: {text: '·', page: '+', emoji: '📎'},
  metadata: {text: '·', page: '·', emoji: '📇'},
  unknown: {text: '·', page: '?', emoji: '❓'},
  unreadable: {text: '·', page: '?', emoji: '❓'},
  result: {text: '✓', page: '■', emoji: '🏁'},
}
