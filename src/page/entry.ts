import type {Instant, ToolRunState} from '../model/index.ts'
import type {Node} from './node.ts'
import type {PageEntry} from './page.ts'

/** Who acts. Colour and glyph mean this, in every output. */
export type Actor = 'person' | 'assistant' | 'thinking' | 'tool' | 'agent' | 'system'

/** How much is shown: each level shows itself and all before it. */
export const depths = ['session', 'user', 'assistant', 'agent', 'tool', 'hook', 'all'] as const

export type Depth = (typeof depths)[number]

interface EntryKindInfo {
  readonly actor: Actor
  /** Where it stands unless the one entry says otherwise. */
  readonly depth: Depth
  /** What to call it where there is room for one word. */
  readonly word: string
}

/** Every kind of entry, with what all entries of the kind have in common. */
export const entryKinds = {
  session: {actor: 'system', depth: 'session', word: 'system'},
  prompt: {actor: 'person', depth: 'user', word: 'user'},
  steering: {actor: 'person', depth: 'user', word: 'steering'},
  command: {actor: 'person', depth: 'user', word: 'command'},
  shell: {actor: 'person', depth: 'user', word: 'shell'},
  memory: {actor: 'person', depth: 'user', word: 'memory'},
  interruption: {actor: 'person', depth: 'user', word: 'interrupted'},
  teammate: {actor: 'agent', depth: 'user', word: 'teammate'},
  answer: {actor: 'assistant', depth: 'assistant', word: 'assistant'},
  thinking: {actor: 'thinking', depth: 'assistant', word: 'thinking'},
  tool: {actor: 'tool', depth: 'tool', word: 'tool'},
  agent: {actor: 'agent', depth: 'agent', word: 'agent'},
  task: {actor: 'agent', depth: 'agent', word: 'task'},
  compaction: {actor: 'system', depth: 'session', word: 'compaction'},
  summary: {actor: 'system', depth: 'assistant', word: 'summary'},
  recap: {actor: 'system', depth: 'assistant', word: 'recap'},
  notice: {actor: 'system', depth: 'tool', word: 'notice'},
  hook: {actor: 'system', depth: 'hook', word: 'hook'},
  instruction: {actor: 'system', depth: 'all', word: 'instruction'},
  attachment: {actor: 'system', depth: 'all', word: 'attachment'},
  metadata: {actor: 'system', depth: 'all', word: 'metadata'},
  unknown: {actor: 'system', depth: 'all', word: 'unknown'},
  unreadable: {actor: 'system', depth: 'all', word: 'unreadable'},
  result: {actor: 'system', depth: 'session', word: 'result'},
} as const satisfies Readonly<Record<string, EntryKindInfo>>

export type EntryKind = keyof typeof entryKinds

/** A page does not nest agents deeper than this, and no lane lists more of them above it. */
export const maxAgentDepth = 40

/** The thread of a sub-agent, as outputs set it apart from the main one. */
export interface Lane {
  readonly key: string
  readonly name: string
  /** How deep it is; the main thread's own agents are at 1, and all below `maxAgentDepth` agents are at one more than that. */
  readonly level: number
  /** The agents above it, nearest first; of very many only the nearest. */
  readonly above: readonly Pick<Lane, 'key' | 'name'>[]
}

/** Which side of a call is part of the story, so that outputs with little room for calls give it a few lines. */
export type ProminentSide = 'asked' | 'answered' | 'both'

/** One thing that was said or done, ready to be drawn. */
export interface Entry {
  /** The same for the same thing as long as it is told, however it changes. */
  readonly key: string
  readonly kind: EntryKind
  readonly depth: Depth
  readonly sessionId: string
  /** The id of the record it was read from; several entries may come from one. */
  readonly messageId: string | undefined
  /** The model's answer that it is a part of. */
  readonly responseId: string | undefined
  /** The turn it belongs to, counted from 1; what agents do belongs to the turn in which they began. */
  readonly turn: number | undefined
  /** Absent in the main thread. */
  readonly lane: Lane | undefined
  /** The tool's name as the model calls it; absent for everything that is no tool. */
  readonly tool: string | undefined
  readonly title: string
  /** The one thing about it that matters, on one line. */
  readonly subject: string | undefined
  /** How it came out, in a few words: `exit 1`, `+3 −1`, `12 files`. */
  readonly outcome: string | undefined
  /** Only tool runs have states. */
  readonly state: ToolRunState | undefined
  /** Something went wrong here. */
  readonly isError: boolean
  readonly at: Instant | undefined
  readonly durationMs: number | undefined
  /** What was asked; for everything that is no tool, all there is. */
  readonly asked: readonly Node[]
  /** What came back. */
  readonly answered: readonly Node[]
  /** Absent where a line says all that matters. */
  readonly prominent: ProminentSide | undefined
}

/** Who acts in an entry. */
export const actorOf = (entry: Entry): Actor => entryKinds[entry.kind].actor

/** Tells whether a depth shows what stands at another. */
export const depthIncludes = (depth: Depth, entry: Depth): boolean =>
  depths.indexOf(entry) <= depths.indexOf(depth)

/** Every entry of a tree in reading order, without recursion: how deep agents nest is the transcript's word. */
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
