import {type Entry, type EntryKind, groupOfEntry} from '../../../page/index.ts'

/** The names that style sheets made for claude-code-log know, by kind of entry; a new kind fails the build. */
const registry: Readonly<Record<EntryKind, string>> = {
  session: 'session_header',
  prompt: 'user',
  steering: 'user steering',
  command: 'user slash-command',
  shell: 'bash-input',
  memory: 'user memory',
  interruption: 'user interruption',
  teammate: 'user teammate',
  answer: 'assistant',
  thinking: 'thinking',
  tool: 'tool_use',
  agent: 'agent',
  task: 'user task_notification',
  compaction: 'system system-info compaction',
  summary: 'user compacted',
  recap: 'system system-away-summary',
  notice: 'system',
  hook: 'system system-hook',
  instruction: 'user slash-command instruction',
  attachment: 'unknown attachment',
  metadata: 'unknown metadata',
  unknown: 'unknown',
  unreadable: 'unknown unreadable',
  result: 'system system-info result',
}

/** Results have their own classes. */
const resultRegistry: Partial<Record<EntryKind, string>> = {
  tool: 'tool_result',
  command: 'user command-output',
  shell: 'bash-output',
}

/** The classes of an entry's own element. */
export function entryClasses(entry: Entry): string {
  const level = entry.kind === 'notice' ? ` system-${noticeLevel(entry)}` : ''
  const failed = entry.isError ? ' failed' : ''
  const state = entry.state === undefined ? '' : ` is-${entry.state}`
  const image = entry.asked.some(({kind}) => kind === 'image') ? ' image' : ''
  return `message ${registry[entry.kind]}${level}${failed}${state}${image}${sidechain(entry)} g-${groupOfEntry(entry)}`
}

/** The classes of the result. */
export function resultClasses(entry: Entry): string {
  const error = entry.isError ? ' error' : ''
  const image = entry.answered.some(({kind}) => kind === 'image') ? ' image' : ''
  const known = resultRegistry[entry.kind]
  return `answered${known === undefined ? '' : ` ${known}`}${error}${image}${sidechain(entry)}`
}

const sidechain = (entry: Entry): string => (entry.lane === undefined ? '' : ' sidechain')

/** How much a notice matters. */
export function noticeLevel(entry: Entry): 'info' | 'warning' | 'error' {
  if (entry.isError) return 'error'
  const noted = entry.asked.find((node) => node.kind === 'note')
  if (noted?.kind === 'note' && noted.level !== 'success') return noted.level
  return entry.depth === 'assistant' ? 'warning' : 'info'
}
