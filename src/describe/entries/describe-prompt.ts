import type {Block} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {prose} from '../../page/index.ts'
import {describeBlocks} from '../../tools/index.ts'

/**
 * What a person wrote, with pictures between texts where they stood; other pictures come last. `text` is what is left of
 * the blocks' texts, one to a line, when the notes before it are taken off.
 */
export function describePrompt(
  text: string,
  blocks: readonly Block[],
  notes: readonly Node[] = [],
): readonly Node[] {
  const parts = partsOf(text, blocks)
  if (parts.filter(isText).length > 1) return [...parts.map(describePart), notes].flat()
  return [
    ...(text === '' ? [] : [prose(text)]),
    ...notes,
    ...describeBlocks(blocks.filter((one) => !isText(one))),
  ]
}

const isText = ({type}: Block): boolean => type === 'text'

const describePart = (part: Block): readonly Node[] =>
  part.type === 'text' ? [prose(part.text)] : describeBlocks([part])

/** The blocks without the notes before them, from the last to the first: texts that stand together are one. */
function partsOf(text: string, blocks: readonly Block[]): readonly Block[] {
  let left = text
  const parts: Block[] = []
  for (const block of blocks.toReversed()) {
    const next = parts.at(-1)
    if (block.type !== 'text') parts.push(block)
    else if (left !== '') {
      const own = left.endsWith(block.text) ? block.text : left
      left = withoutLineEnd(left.slice(0, left.length - own.length))
      if (next?.type === 'text') parts[parts.length - 1] = {type: 'text', text: `${own}\n${next.text}`}
      else parts.push({type: 'text', text: own})
    }
  }
  return parts.reverse()
}

const withoutLineEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)
