import {isJsonObject, type JsonValue, type ToolRun} from '../../model/index.ts'
import {type Entry, type Node, plain} from '../../page/index.ts'
import {collapsedGroup} from '../../tools/shared/output-nodes.ts'
import type {PlainItem} from '../entries/describe-item.ts'

/** Shorter texts are found by chance. */
const minLength = 3

/** The content of a call that its description leaves out, for pages that must show everything. */
export function undescribedInRun(run: ToolRun, entry: Entry): readonly Node[] {
  const isDescribed = findDescribed(entry)
  const input = isJsonObject(run.input) ? Object.entries(run.input) : []
  const missing = input.filter(([, value]) => value !== undefined && !isDescribed(value))
  const results = (run.result?.content ?? []).flatMap((block) =>
    block.type === 'text' && !isDescribed(block.text) ? [block.text] : [],
  )
  return [
    ...(missing.length === 0
      ? []
      : collapsedGroup('Input', {kind: 'raw', value: Object.fromEntries(missing)})),
    ...collapsedGroup('Result as sent to the model', ...results.map((text) => plain(text))),
  ]
}

/** The original text of an item that is described differently. */
export function undescribedInItem(item: PlainItem, entry: Entry): readonly Node[] {
  const isDescribed = findDescribed(entry)
  return collapsedGroup(
    'Original text',
    ...writtenIn(item)
      .filter((text) => !isDescribed(text))
      .map((text) => plain(text)),
  )
}

function writtenIn(item: PlainItem): readonly string[] {
  if (item.kind === 'text') return [item.text]
  if (item.kind !== 'message') return []
  const {record} = item.message
  const message = isJsonObject(record['message']) ? record['message'] : record
  const content = message['content']
  const blocks = Array.isArray(content) ? content : [{text: content}]
  return blocks.flatMap((block: JsonValue) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  )
}

/** Finds whether all texts of a value are somewhere in an entry. */
function findDescribed(entry: Entry): (value: JsonValue) => boolean {
  const described = textsIn([entry.title, entry.subject, entry.outcome, entry.asked, entry.answered]).join(
    '\n',
  )
  return (value) =>
    textsIn([value]).every((text) => text.length < minLength || described.includes(text.trim()))
}

/** Every text in a value; without recursion, because it may be nested to any depth. */
function textsIn(values: readonly unknown[]): readonly string[] {
  const texts: string[] = []
  const open: unknown[] = [...values].reverse()
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) for (const item of value.toReversed()) open.push(item)
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) open.push(item)
  }
  return texts
}
