/** Blocks with an empty line between them. Two lists that follow each other stay two. */
export function joinBlocks(blocks: readonly string[]): string {
  let text = ''
  let list = false
  for (const block of blocks) {
    if (block === '') continue
    const next = item.test(block)
    text += `${text === '' ? '' : list && next ? apart : '\n\n'}${block}`
    list = next
  }
  return text
}

const item = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/** Only a comment parts lists for good. */
const apart = '\n\n<!-- -->\n\n'
