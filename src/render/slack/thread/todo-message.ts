import type {Entry, TodoItem} from '../../../page/index.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import {createSlackMessage, type SlackMessage} from '../slack-message.ts'
import {sectionBlocks} from '../text/blocks.ts'

/** The to-do items in a call. */
export const findTodoItems = ({asked, answered}: Entry): readonly TodoItem[] =>
  [...asked, ...answered].find((node) => node.kind === 'todo')?.items ?? []

const maxItems = 60

/** The to-do list: one message, which changes when the list does. */
export function todoMessage(key: string, items: readonly TodoItem[], settled: boolean): SlackMessage {
  const done = items.filter(({status}) => status === 'completed').length
  const shown = items.slice(0, maxItems).map((item) => ({...item, text: item.text.slice(0, 300)}))
  const list = renderSlackNodes([{kind: 'todo', items: shown}])
  const more = items.length > maxItems ? `\n… ${items.length - maxItems} more` : ''
  const blocks = sectionBlocks(`📝 *Todo List:* ${done} of ${items.length} done\n${list}${more}`, 3)
  return createSlackMessage(key, blocks, settled)
}

/** Whether a list replaces a finished one; the finished one then keeps its message. */
export const isNewTodoList = (before: readonly TodoItem[], after: readonly TodoItem[]): boolean =>
  before.length > 0 &&
  before.every(({status}) => status === 'completed' || status === 'cancelled') &&
  !after.some(({text}) => before.some((item) => item.text === text))
