import {text} from '../model/fields.ts'
import {isJsonObject} from '../model/index.ts'
import {note, prose} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import type {Tool} from './tool.ts'

/** The advice of a second model, which the provider asks. */
export const advisor: Tool = {
  names: ['advisor'],
  tells: 'answered',
  answered: ({content}) =>
    content.flatMap((block) => {
      const advice = block.type === 'unknown' && isJsonObject(block.value) ? block.value : {}
      if (text(advice, 'type') === 'advisor_redacted_result') return [note('info', 'The advice is encrypted')]
      const words = text(advice, 'text')
      return words === undefined ? describeBlocks([block]) : [prose(words)]
    }),
}
