import {joinBlocks} from './join-blocks.ts'

/** Blocks as one quotation. */
export const quote = (blocks: readonly string[]): string =>
  joinBlocks(blocks)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
