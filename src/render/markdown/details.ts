import {joinBlocks} from './join-blocks.ts'

/** What is folded: a summary, which is HTML on one line, above blocks. */
export const details = (
  summary: string,
  blocks: readonly string[],
  state: 'open' | 'folded' = 'folded',
): string =>
  joinBlocks([
    `<details${state === 'open' ? ' open' : ''}>\n<summary>${summary}</summary>`,
    ...blocks,
    '</details>',
  ])
