import type {Entry, EntryKind} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'

interface Rows {
  readonly box: number
  readonly line: number
}

const whole: Rows = {box: Number.POSITIVE_INFINITY, line: Number.POSITIVE_INFINITY}

/** Kinds with their own limit, in rows. For all others, the limits of the options apply. */
const kinds: Partial<Readonly<Record<EntryKind, Rows>>> = {
  prompt: whole,
  steering: whole,
  memory: whole,
  answer: whole,
  result: whole,
  thinking: {box: 12, line: 3},
  summary: {box: 12, line: 12},
}

/** What calls and events get in the styles of lines, and collapsed groups in every style. */
const parts = {
  /** The side of a call that is part of the story. */
  shown: 6,
  /** The same if it failed. */
  unprominent: 2,
  failure: 4,
  ending: 2,
  event: 3,
  collapsed: 2,
} as const

/** Whether everything is to be shown. */
export const isUnlimited = ({limits}: TerminalOptions): boolean => limits.lines === Number.POSITIVE_INFINITY

/** How many rows an entry gets; undefined if the look's limits contain, as they do for what agents say. */
export function maxEntryRows({kind, lane}: Entry, options: TerminalOptions): number | undefined {
  const rows = kinds[kind]
  if (!rows || isUnlimited(options) || (lane && rows === whole)) return undefined
  return options.style === 'box' ? rows.box : rows.line
}

/** How many rows a part of an entry gets. */
export const maxPartRows = (part: keyof typeof parts, options: TerminalOptions): number =>
  isUnlimited(options) ? Number.POSITIVE_INFINITY : parts[part]
