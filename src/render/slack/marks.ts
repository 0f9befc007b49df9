import type {Entry, EntryKind, NodeMap, TodoItem, ToolRunState} from '../../page/index.ts'

/** How far a call has come, in the pictures of seed 000. */
export const stateMarks: Readonly<Record<ToolRunState, string>> = {
  pending: '⏳',
  running: '⏳',
  completed: '✅',
  failed: '❌',
  denied: '🚫',
  interrupted: '⚠️',
  orphaned: '⌛',
}

export const todoMarks: Readonly<Record<TodoItem['status'], string>> = {
  pending: '⏳',
  'in-progress': '🔄',
  completed: '✅',
  cancelled: '🚫',
}

export const noteMarks: Readonly<Record<NodeMap['note']['level'], string>> = {
  info: '',
  success: '✅ ',
  warning: '⚠️ ',
  error: '❌ ',
}

const kindMarks: Partial<Readonly<Record<EntryKind, string>>> = {
  session: '🚀',
  prompt: '👤',
  steering: '👤',
  command: '👤',
  shell: '💻',
  memory: '🧠',
  interruption: '🚫',
  teammate: '👥',
  thinking: '💭',
  agent: '🤖',
  task: '📋',
  compaction: '📦',
  summary: '📜',
  recap: '📜',
  notice: '🔔',
  hook: '🔗',
}

/** The mark an entry that is no call begins with. */
export function markOf({kind, failed}: Entry): string {
  if (kind === 'result') return failed ? '❌' : '✅'
  return failed ? '❌' : (kindMarks[kind] ?? '·')
}

/** How a call came out; one that was refused in an answer that is no error has failed. */
export function markOfRun({state = 'pending', failed}: Entry): string {
  return stateMarks[state === 'completed' && failed ? 'failed' : state]
}
