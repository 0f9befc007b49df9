import type {Instant} from '../../model/index.ts'
import {depthIncludes, walkEntries} from '../entry.ts'
import {fieldsIn} from '../node.ts'
import type {PageEntry, PageTurn, SessionPage} from '../page.ts'
import {firstLine, plainFirstLine} from '../text/cut-text.ts'

/** An entry that people look for. */
export interface Landmark {
  readonly kind: 'compaction' | 'error' | 'agent' | 'steering'
  readonly anchor: string
  readonly text: string
  /** The agent, or the agent in which the error is. */
  readonly lane: string | undefined
}

/** A turn in the outline, with the landmarks in it. */
export interface OutlineTurn {
  readonly number: number
  readonly anchor: string
  readonly text: string
  readonly time: Instant | undefined
  readonly durationMs: number | undefined
  readonly branch: string | undefined
  /** The kind of the first entry: a prompt, a command, or anything else that started the turn. */
  readonly kind: PageEntry['kind'] | undefined
  readonly landmarks: readonly Landmark[]
  /** Landmarks that are too many to be named. */
  readonly more: number
}

const maxLandmarks = 12

/** The outline of a session: its prompts, with the landmarks after each. */
export const createOutline = (session: SessionPage): readonly OutlineTurn[] => session.turns.map(outlineTurn)

/** The entry that started a turn: the first one that is not a note of the client. */
export const findTurnHead = ({entries}: Pick<PageTurn, 'entries'>): PageEntry | undefined =>
  entries.find(({depth}) => depthIncludes('tool', depth)) ?? entries[0]

/** The outline of some consecutive entries of a turn. */
export interface OutlinePart {
  readonly head: PageEntry | undefined
  /** The first landmarks, of which the head of the turn may be one. */
  readonly landmarks: readonly Landmark[]
  readonly more: number
}

export function outlineEntries(entries: readonly PageEntry[]): OutlinePart {
  const landmarks: Landmark[] = []
  let more = 0
  for (const entry of walkEntries(entries)) {
    const kind = landmarkKind(entry)
    if (kind === undefined) continue
    if (landmarks.length > maxLandmarks) more += 1
    else landmarks.push({kind, anchor: entry.anchor, text: landmarkText(entry), lane: entry.lane?.key})
  }
  return {head: findTurnHead({entries}), landmarks, more}
}

/** A turn of the outline, made from the parts of the turn in their order. */
export function joinOutlineParts(
  turn: Omit<PageTurn, 'entries'>,
  parts: readonly OutlinePart[],
): OutlineTurn {
  const heads = parts.flatMap(({head}) => head ?? [])
  const first = findTurnHead({entries: heads})
  const landmarks: Landmark[] = []
  let more = 0
  for (const part of parts) {
    const room = maxLandmarks - landmarks.length
    const others = room > 0 ? part.landmarks.filter(({anchor}) => anchor !== first?.anchor) : part.landmarks
    landmarks.push(...others.slice(0, room))
    more += part.more + Math.max(0, others.length - room)
  }
  return {
    number: turn.number,
    anchor: turn.anchor,
    text: first ? landmarkText(first) : '',
    time: turn.startedAt ?? first?.at,
    durationMs: turn.durationMs,
    branch: turn.branch,
    kind: first?.kind,
    landmarks,
    more,
  }
}

const outlineTurn = (turn: PageTurn): OutlineTurn => joinOutlineParts(turn, [outlineEntries(turn.entries)])

function landmarkKind(entry: PageEntry): Landmark['kind'] | undefined {
  if (entry.kind === 'compaction' || entry.kind === 'agent' || entry.kind === 'steering') return entry.kind
  return entry.isError ? 'error' : undefined
}

const spokenKinds: ReadonlySet<PageEntry['kind']> = new Set([
  'prompt',
  'steering',
  'memory',
  'answer',
  'shell',
  'task',
])

/** An entry in a few words. */
function landmarkText(entry: PageEntry): string {
  const {kind, title, subject, outcome} = entry
  if (spokenKinds.has(kind)) return plainFirstLine(subject || title)
  if (kind === 'agent') return firstLine(title)
  const about = kind === 'compaction' ? outcome : isFile(entry) ? subject?.split('/').at(-1) : subject
  return firstLine([title, about].filter(Boolean).join(' '))
}

/** The outline is narrow, and the end of a path is the most informative. */
const isFile = ({asked}: PageEntry): boolean => fieldsIn(asked).some(({role}) => role === 'file')
