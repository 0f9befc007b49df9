import type {Entry, EntryKind} from '../../page/index.ts'

/** How much of a conversation is posted. */
export const slackLevels = ['quiet', 'normal', 'verbose'] as const

export type SlackLevel = (typeof slackLevels)[number]

/** The lowest level that posts a kind; others are never posted. */
const levelByKind: Partial<Readonly<Record<EntryKind, SlackLevel>>> = {
  session: 'quiet',
  prompt: 'quiet',
  steering: 'quiet',
  interruption: 'quiet',
  result: 'quiet',
  answer: 'normal',
  command: 'normal',
  shell: 'normal',
  teammate: 'normal',
  tool: 'normal',
  agent: 'normal',
  task: 'normal',
  compaction: 'normal',
  notice: 'normal',
  recap: 'verbose',
  memory: 'verbose',
  thinking: 'verbose',
  summary: 'verbose',
  hook: 'verbose',
}

const reaches = (level: SlackLevel, needed: SlackLevel): boolean =>
  slackLevels.indexOf(needed) <= slackLevels.indexOf(level)

/** Whether an entry is worth a message, as ccpretty decides. Errors are posted at every level, except those of calls. */
export function isSignificant(entry: Entry, level: SlackLevel): boolean {
  const needed = levelByKind[entry.kind]
  if (needed === undefined) return false
  if (entry.isError && entry.kind !== 'tool' && entry.kind !== 'hook' && entry.kind !== 'agent') return true
  if (entry.kind === 'notice' && !entry.isError && entry.depth !== 'assistant' && entry.depth !== 'user')
    return level === 'verbose'
  if (entry.kind === 'hook' && entry.isError) return reaches(level, 'normal')
  // To-do lists, plans and questions summarize the session.
  if (entry.kind === 'tool' && isProminent(entry)) return true
  return reaches(level, needed)
}

/** Whether a call is a to-do list, a plan or a question of the main thread. */
const isProminent = ({tool, lane}: Entry): boolean =>
  lane === undefined && (tool === 'TodoWrite' || tool === 'ExitPlanMode' || tool === 'AskUserQuestion')
