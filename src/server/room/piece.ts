import type {Item} from '../../conversation/index.ts'
import type {Usage} from '../../model/index.ts'
import type {Counts, PageAgent, PageEntry, TouchedFile} from '../../page/index.ts'

/** Part of a turn: some items of the main thread that follow each other, with the agents that hang on them. */
export interface Piece {
  /** Counted from 0; −1 for what belongs to no turn. */
  readonly turn: number
  readonly number: number
  readonly items: Item[]
  /** Keys of the agents that are told in it. */
  readonly agents: Set<string>
  /** What the page around it needs to know of it; nothing until it was told for the first time. */
  facts: PieceFacts | undefined
}

/** What is remembered of a piece besides its HTML. */
export interface PieceFacts {
  /** Its entries without what is in them. */
  readonly entries: readonly PageEntry[]
  readonly usage: Usage | undefined
  /** In nano-dollars, and whether that is all of it; nothing where the price of a part is not known. */
  readonly cost: {readonly nano: number; readonly isWhole: boolean} | undefined
  readonly counts: Counts
  readonly files: readonly TouchedFile[]
  readonly agents: readonly PageAgent[]
  /** Calls and agents that go on. */
  readonly running: readonly PageEntry[]
}

/** A turn with this many items is told in several pieces, each about as long. */
const fewItems = 24
/** Where nothing else begins, a piece ends between two answers. */
const manyItems = 2 * fewItems

/** Whether an item is the first of another piece; this depends only on what stands before it. */
export function beginsPiece(before: readonly Item[], item: Item): boolean {
  if (before.length < fewItems) return false
  switch (item.kind) {
    case 'text':
    case 'thinking':
    case 'command':
    case 'shell':
      return answerOf(item) === undefined || answerOf(item) !== answerOf(before.at(-1))
    case 'tool':
      return before.length >= manyItems && answerOf(item) !== answerOf(before.at(-1))
    case 'message':
      // A result repeats the text before it, which must be beside it to be seen.
      return item.message.kind === 'prompt' || item.message.kind === 'compaction'
    default:
      return false
  }
}

const answerOf = (item: Item | undefined): string | undefined =>
  item && 'messageId' in item ? item.messageId : undefined
