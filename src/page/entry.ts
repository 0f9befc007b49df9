import type {Instant, ToolRunState} from '../model/index.ts'
import type {Node} from './node.ts'
import type {PageEntry} from './page.ts'

/** Who acts. Colour and glyph mean this, in every output. */
export type Actor = 'person' | 'assistant' | 'thinking' | 'tool' | 'agent' | 'system'

/** How much is shown; each level includes the previous ones. */
export const depths = ['session', 'user', 'assistant', 'agent', 'tool', 'hook', 'all'] as const

export type Depth = (typeof depths)[number]

/** The groups that people count and filter by. */
export const entryGroups = [
  'user',
  'assistant',
  'thinking',
  'tool',
  'agent',
  'system',
  'hook',
  'other',
] as const

export type EntryGroup = (typeof entryGroups)[number]

interface EntryKindInfo {
  readonly actor: Actor
  /** The depth of entries that do not have another one. */
  readonly depth: Depth
  /** A name of one word. */
  readonly word: string
  readonly group: EntryGroup
}

/** Every kind of entry, with what all entries of the kind have in common. */
export const entryKinds = {
  session: {actor: 'system', depth: 'session', word: 'system', group: 'system'},
  prompt: {actor: 'person', depth: 'user', word: 'user', group: 'user'},
  steering: {actor: 'person', depth: 'user', word: 'steering', group: 'user'},
  command: {actor: 'person', depth: 'user', word: 'command', group: 'user'},
  shell: {actor: 'person', depth: 'user', word: 'shell', group: 'user'},
  memory: {actor: 'person', depth: 'user', word: 'memory', group: 'user'},
  interruption: {actor: 'person', depth: 'user', word: 'interrupted', group: 'user'},
  teammate: {actor: 'agent', depth: 'user', word: 'teammate', group: 'agent'},
  answer: {actor: 'assistant', depth: 'assistant', word: 'assistant', group: 'assistant'},
  thinking: {actor: 'thinking', depth: 'assistant', word: 'thinking', group: 'thinking'},
  tool: {actor: 'tool', depth: 'tool', word: 'tool', group: 'tool'},
  agent: {actor: 'agent', depth: 'agent', word: 'agent', group: 'agent'},
  task: {actor: 'agent', depth: 'agent', word: 'task', group: 'system'},
  compaction: {actor: 'system', depth: 'session', word: 'compaction', group: 'system'},
  summary: {actor: 'system', depth: 'assistant', word: 'summary', group: 'system'},
  recap: {actor: 'system', depth: 'assistant', word: 'recap', group: 'system'},
  notice: {actor: 'system', depth: 'tool', word: 'notice', group: 'system'},
  hook: {actor: 'system', depth: 'hook', word: 'hook', group: 'hook'},
  instruction: {actor: 'system', depth: 'all', word: 'instruction', group: 'other'},
  attachment: {actor: 'system', depth: 'all', word: 'attachment', group: 'other'},
  metadata: {actor: 'system', depth: 'all', word: 'metadata', group: 'other'},
  unknown: {actor: 'system', depth: 'all', word: 'unknown', group: 'other'},
  unreadable: {actor: 'system', depth: 'all', word: 'unreadable', group: 'other'},
  result: {actor: 'system', depth: 'session', word: 'result', group: 'system'},
} as const satisfies Readonly<Record<string, EntryKindInfo>>

export type EntryKind = keyof typeof entryKinds

/** Kinds that are only a text of a person or the model. */
export const spokenKinds: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'prompt',
  'steering',
  'memory',
  'answer',
  'thinking',
  'teammate',
  'recap',
  'summary',
])

/** A page does not nest agents deeper than this, and no lane lists more agents above it. */
export const maxAgentDepth = 40

/** The thread of a sub-agent, as outputs set it apart from the main one. */
export interface Lane extends LaneName {
  /** How deep it is: agents of the main thread are at 1. The maximum is 41. */
  readonly level: number
  /** The agents above it, the nearest first; at most 40. */
  readonly above: readonly LaneName[]
}

/** A sub-agent, as lanes name it. */
export interface LaneName {
  /** The `key` of the agent. */
  readonly key: string
  /** The agent's name. */
  readonly name: string
}

/** The side of a call that compact outputs show in a few lines. */
export type ProminentSide = 'asked' | 'answered' | 'both'

/** One message, tool call or event, ready to be drawn. */
export interface Entry {
  /** Stays the same while the entry changes. */
  readonly key: string
  /** What it is. */
  readonly kind: EntryKind
  /** The lowest depth that shows it. */
  readonly depth: Depth
  /** Its session. */
  readonly sessionId: string
  /** The id of the record it was read from; several entries can come from one. */
  readonly messageId: string | undefined
  /** The model's response that it is a part of. */
  readonly responseId: string | undefined
  /** The number of its turn, from 1. The work of an agent belongs to the turn in which the agent started. */
  readonly turn: number | undefined
  /** The sub-agent it belongs to; missing in the main thread. */
  readonly lane: Lane | undefined
  /** The tool's name as the model calls it; only for tool calls. */
  readonly tool: string | undefined
  /** Its heading. */
  readonly title: string
  /** The most important detail, on one line. */
  readonly subject: string | undefined
  /** How it ended, in a few words: `exit 1`, `+3 −1`, `12 files`. */
  readonly outcome: string | undefined
  /** How far a tool call got; only for tool calls. */
  readonly state: ToolRunState | undefined
  /** It failed, or reports an error. */
  readonly isError: boolean
  /** When it happened. */
  readonly at: Instant | undefined
  /** How long it took. */
  readonly durationMs: number | undefined
  /** The input of a tool call; of all other entries, the content. */
  readonly asked: readonly Node[]
  /** The result of a tool call. */
  readonly answered: readonly Node[]
  /** The side of a call that short outputs show; missing if its line is enough. */
  readonly prominent: ProminentSide | undefined
}

/** Who acts in an entry. */
export const actorOf = (entry: Entry): Actor => entryKinds[entry.kind].actor

/** The state of a call; one that was refused in a result that is not an error has failed. */
export const finalState = ({state, isError}: Entry): Entry['state'] =>
  state === 'completed' && isError ? 'failed' : state

/** Whether short outputs show a side of a call. */
export const isProminentSide = ({prominent}: Entry, side: 'asked' | 'answered'): boolean =>
  prominent === side || prominent === 'both'

/** Whether a depth includes entries of another depth. */
export const depthIncludes = (depth: Depth, entry: Depth): boolean =>
  depths.indexOf(entry) <= depths.indexOf(depth)

/** Every entry of a tree in reading order, without recursion: the transcript decides how deep agents are nested. */
export function* walkEntries(entries: readonly PageEntry[]): Generator<PageEntry> {
  const open: {readonly list: readonly PageEntry[]; next: number}[] = [{list: entries, next: 0}]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const entry = top.list[top.next]
    top.next += 1
    if (!entry) {
      open.pop()
      continue
    }
    yield entry
    if (entry.below.length > 0) open.push({list: entry.below, next: 0})
  }
}
