import type {EntryKind, ToolRunState} from '../../page/index.ts'

/** The mark of a call's state, and the word for those who do not see it. */
export const stateMarks: Readonly<Record<ToolRunState, readonly [glyph: string, word: string]>> = {
  pending: ['○', 'waiting'],
  running: ['◐', 'running'],
  completed: ['✓', 'completed'],
  failed: ['✗', 'failed'],
  denied: ['⊘', 'denied'],
  interrupted: ['⚠', 'interrupted'],
  orphaned: ['⌛', 'left without an answer'],
}

/** The mark of who acts, by kind of entry. */
export const kindMarks: Readonly<Record<EntryKind, string>> = {
  session: '◇',
  prompt: '❯',
  steering: '↳',
  command: '❯',
  shell: '!',
  memory: '#',
  interruption: '⚠',
  teammate: '◆',
  answer: '●',
  thinking: '∴',
  tool: '⏺',
  agent: '◆',
  task: '◈',
  compaction: '⇊',
  summary: '≡',
  recap: '↺',
  notice: '•',
  hook: '⤷',
  instruction: '›',
  attachment: '+',
  metadata: '·',
  unknown: '?',
  unreadable: '?',
  result: '■',
}
