import {TextPieces} from '../../page/text-pieces.ts'

/** Blocks with an empty line between them. Two lists that follow each other stay two. */
export const joinBlocks = (blocks: readonly string[]): string => blockPieces(blocks).join('')

/** The same in pieces: all together they can be longer than a string may be. */
export function blockPieces(blocks: readonly string[]): readonly string[] {
  const pieces = new TextPieces()
  let list = false
  for (const block of blocks) {
    if (block === '') continue
    const next = item.test(block)
    if (!pieces.isEmpty) pieces.add(list && next ? apart : '\n\n')
    pieces.add(block)
    list = next
  }
  return pieces.take()
}

const item = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/** Only a comment parts lists for good. */
const apart = '\n\n<!-- -->\n\n'
