import type {Entry, TodoItem} from '../../page/index.ts'
import {sections} from './blocks.ts'
import {nodesText} from './node-text.ts'
import {noticeText} from './plain-text.ts'
import type {SlackMessage} from './slack-message.ts'

/** The things to do that a call wrote down. */
export const todoItemsOf = ({asked, answered}: Entry): readonly TodoItem[] =>
  [...asked, ...answered].find((node) => node.kind === 'todo')?.items ?? []

const mostItems = 60

/** The list of things to do, which is one message however often it is written anew. */
export function todoMessage(key: string, items: readonly TodoItem[]): SlackMessage {
  const done = items.filter(({status}) => status === 'completed').length
  const list = nodesText([{kind: 'todo', items: items.slice(0, mostItems).map(cut)}])
  const more = items.length > mostItems ? `\n… ${items.length - mostItems} more` : ''
  const blocks = sections(`📝 *Todo List:* ${done} of ${items.length} done\n${list}${more}`, 3)
  return {key, blocks, text: noticeText(blocks), settled: false, file: undefined}
}

const cut = (item: TodoItem): TodoItem => ({...item, text: item.text.slice(0, 300)})

/** A list that was done and is followed by other things to do is left alone. */
export const isNewList = (before: readonly TodoItem[], after: readonly TodoItem[]): boolean =>
  before.length > 0 &&
  before.every(({status}) => status === 'completed' || status === 'cancelled') &&
  !after.some(({text}) => before.some((item) => item.text === text))
