import type {Entry, EntryKind, ToolRunState} from '../../page/index.ts'

const states: Readonly<Record<ToolRunState, string>> = {
  pending: '○',
  running: '◐',
  completed: '✓',
  failed: '✗',
  denied: '⊘',
  interrupted: '⚠',
  orphaned: '⌛',
}

const kinds: Readonly<Record<EntryKind, string>> = {
  session: '▸',
  prompt: '›',
  steering: '»',
  command: '›',
  shell: '$',
  memory: '▪',
  interruption: '⚠',
  teammate: '‹',
  answer: '•',
  thinking: '✻',
  tool: '·',
  agent: '◇',
  task: '◇',
  compaction: '≡',
  summary: '≡',
  recap: '≡',
  notice: '·',
  hook: '·',
  instruction: '·',
  attachment: '·',
  metadata: '·',
  unknown: '·',
  unreadable: '·',
  result: '✓',
}

/** The mark an entry begins with: how it came out, else what kind of thing it is. */
export function entryMark({kind, depth, state, failed}: Entry): string {
  if (failed && (state === undefined || state === 'completed')) return states.failed
  // What a notice that matters says is a warning.
  if (kind === 'notice' && depth === 'assistant') return '⚠'
  return state ? states[state] : kinds[kind]
}
