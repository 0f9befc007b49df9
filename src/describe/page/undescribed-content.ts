import type {JsonValue, ToolRun} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Entry, Node} from '../../page/index.ts'
import type {PlainItem} from '../entries/describe-item.ts'

/** Shorter texts are found by chance, and say nothing by themselves. */
const minLength = 3

/** What a call holds that its description says nothing of, for pages that must show everything. */
export function undescribedInRun(run: ToolRun, entry: Entry): readonly Node[] {
  const isSaid = saidIn(entry)
  const input = isJsonObject(run.input) ? Object.entries(run.input) : []
  const unsaid = input.filter(([, value]) => value !== undefined && !isSaid(value))
  const results = (run.result?.content ?? []).flatMap((block) =>
    block.type === 'text' && !isSaid(block.text) ? [block.text] : [],
  )
  return [
    ...(unsaid.length === 0 ? [] : [group('Input', [{kind: 'raw', value: Object.fromEntries(unsaid)}])]),
    ...asWritten('Result as sent to the model', results),
  ]
}

/** What an item holds in the words in which it was written, where it is told in others. */
export function undescribedInItem(item: PlainItem, entry: Entry): readonly Node[] {
  const isSaid = saidIn(entry)
  return asWritten(
    'Original text',
    writtenIn(item).filter((text) => !isSaid(text)),
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

/** Finds whether all texts of a value stand somewhere in an entry. */
function saidIn(entry: Entry): (value: JsonValue) => boolean {
  const said = textsIn([entry.title, entry.subject, entry.outcome, entry.asked, entry.answered]).join('\n')
  return (value) => textsIn([value]).every((text) => text.length < minLength || said.includes(text.trim()))
}

const asWritten = (title: string, texts: readonly string[]): readonly Node[] =>
  texts.length === 0
    ? []
    : [
        group(
          title,
          texts.map((text) => ({kind: 'text', text, tone: 'plain'})),
        ),
      ]

const group = (title: string, nodes: readonly Node[]): Node => ({kind: 'group', title, nodes, folded: true})

/** Every text in a value, however deep; without recursion, because nothing bounds how deep that is. */
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
