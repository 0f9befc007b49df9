import {Failure} from './failure.ts'
import type {Tally} from './inspection.ts'

/** Says no to something that is not even text. */
export function refuseBinary(tally: Tally, words: readonly string[]): void {
  if (!tally.isBinary()) return
  throw new Failure(`Cannot read ${words.join(', ')}: it is a binary file, not a transcript or a stream.`, 1)
}
