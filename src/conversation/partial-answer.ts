import type {Block} from '../model/index.ts'
import type {Item} from './session.ts'

/** A block that is still being written; its pieces are joined only when somebody looks. */
export interface PartialBlock {
  readonly block: Block
  readonly pieces: string[]
  item: Item | undefined
  /** `ended` by its own event, or `whole` by a line that gave all of it; either may come first. */
  progress: 'growing' | 'ended' | 'whole'
}

/** An answer that is still streaming. */
export interface PartialAnswer {
  readonly messageId: string
  /** Another reading has it, so that only its numbers are new. */
  readonly isKnown: boolean
  readonly blocks: Map<number, PartialBlock>
}
