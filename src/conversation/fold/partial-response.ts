import type {Block} from '../../model/index.ts'
import type {PlacedItem} from '../state/state.ts'

/** A block that is still being written; its pieces are joined only when somebody looks. */
export interface PartialBlock {
  readonly block: Block
  readonly deltas: string[]
  readonly shown: PlacedItem | undefined
  /** It was ended by its own event; the line that gives all of it may come before that or after. */
  ended: boolean
}

/** An answer that is still streaming. */
export interface PartialResponse {
  readonly responseId: string
  /** Another reading has it, so that only its numbers are new. */
  readonly isKnown: boolean
  /** Blocks that no line has given as a whole yet, by their index, and their indexes by type. */
  readonly blocks: Map<number, PartialBlock>
  readonly indexes: Map<Block['type'], Set<number>>
}
