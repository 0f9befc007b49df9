import type {JsonValue} from '../model/index.ts'
import type {TodoItem} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import {parsed} from './shared/parsed.ts'
import {todoItems, todoList, todoProgress} from './shared/todo-items.ts'
import type {Tool} from './tool.ts'

/** A look at the list of things to do; only the first clients needed one. */
export const todoRead: Tool = {
  names: ['TodoRead'],
  answered({text, content}) {
    const items = itemsIn(text)
    return items.length === 0 ? describeBlocks(content) : todoList(items)
  },
  outcome({text}) {
    const items = itemsIn(text)
    return items.length === 0 ? undefined : todoProgress(items)
  },
}

/** The list is JSON behind a sentence. */
function itemsIn(text: string): readonly TodoItem[] {
  const start = text.indexOf('[')
  const value = start === -1 ? undefined : parsed(text.slice(start, text.lastIndexOf(']') + 1))
  return isList(value) ? todoItems(value) : []
}

const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)
