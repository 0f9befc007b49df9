import type {Entry, EntryKind} from '../../page/index.ts'

/** How much of a conversation is told in Slack. */
export const slackLevels = ['quiet', 'normal', 'verbose'] as const

export type SlackLevel = (typeof slackLevels)[number]

/** From which level on a kind is told; those that are not here never are. */
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

/** Seed 000's question: whether an entry is worth a message. What went wrong is at every level, calls aside. */
export function isSignificant(entry: Entry, level: SlackLevel): boolean {
  const needed = levelByKind[entry.kind]
  if (needed === undefined) return false
  if (entry.isError && entry.kind !== 'tool' && entry.kind !== 'hook' && entry.kind !== 'agent') return true
  if (entry.kind === 'notice' && !entry.isError && entry.depth !== 'assistant' && entry.depth !== 'user')
    return level === 'verbose'
  if (entry.kind === 'hook' && entry.isError) return reaches(level, 'normal')
  // What is to be done, and what is asked of the person, is the story in short.
  if (entry.kind === 'tool' && isProminent(entry)) return true
  return reaches(level, needed)
}

/** Tells whether a call is about the whole: a list of things to do, a plan, a question. */
const isProminent = ({tool, lane}: Entry): boolean =>
  lane === undefined && (tool === 'TodoWrite' || tool === 'ExitPlanMode' || tool === 'AskUserQuestion')
