import type {JsonObject, JsonValue} from '../../../src/model/index.ts'
import {isJsonObject} from '../../../src/model/index.ts'

/** What a record of a stream or a transcript says to a reader, found without any of the program's own knowledge. */
export function visibleTexts(record: JsonValue): readonly string[] {
  if (!isJsonObject(record)) return []
  const message = isJsonObject(record['message']) ? record['message'] : undefined
  const own = saying.has(record['type']) ? contentTexts(record['content']) : []
  return [...own, ...contentTexts(message?.['content'])]
}

/** Records that speak without a message in them. */
const saying: ReadonlySet<unknown> = new Set(['system', 'queue-operation', 'user', 'assistant'])

const isText = (value: unknown): value is string => typeof value === 'string'

function contentTexts(content: JsonValue | undefined): readonly string[] {
  if (isText(content)) return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((block: JsonValue) => (isJsonObject(block) ? blockTexts(block) : []))
}

function blockTexts(block: JsonObject): readonly string[] {
  switch (block['type']) {
    case 'text':
      return [block['text']].filter(isText)
    case 'thinking':
      return [block['thinking']].filter(isText)
    case 'tool_use':
    case 'server_tool_use':
      return leaves(block['input'])
    case 'tool_result':
      return contentTexts(block['content'])
    default:
      return []
  }
}

function leaves(value: JsonValue | undefined): readonly string[] {
  if (isText(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(leaves)
  return isJsonObject(value) ? Object.values(value).flatMap(leaves) : []
}

/** What a terminal would have shown of a text: colours and what a line overwrote are gone. */
const shownOf = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replaceAll(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b\[[0-?]*[ -/]*[@-~]|\u001b[@-_]?/g, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/^.*\r(?=.)/gm, '')
    // The client wraps what people and programs say in tags of its own.
    .replaceAll(/<\/?[a-z][a-z_-]*>/g, ' ')

/** The words of a text that are long enough to be looked for. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(shownOf(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [])

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

const decode = (html: string): string =>
  html.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith('#x') || name.startsWith('#X'))
      return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
    return entities.get(name) ?? whole
  })

/** How an HTML page may be read: its text, where tags part words or do not, and its attributes. */
export function* readingsOfHtml(html: string): Generator<string> {
  const body = html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
  yield decode(body.replaceAll(/<[^>]*>/g, ''))
  yield decode(body)
}

/** How a Markdown page may be read: its entities stand for themselves in code and for others in text, and line ends in JSON for letters. */
export function* readingsOfMarkdown(markdown: string): Generator<string> {
  yield markdown
  yield decode(markdown).replaceAll('\u200b', '')
  yield markdown.replaceAll(/\\[nrt]/g, ' ')
}

/** The words that none of some readings has. Those that come later are only made where the earlier lack something. */
export function missingWords(wanted: ReadonlySet<string>, readings: Iterable<string>): readonly string[] {
  const missing = new Set(wanted)
  for (const text of missing.size > 0 ? readings : []) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}]{3,}/gu)) missing.delete(word)
    if (missing.size === 0) break
  }
  return [...missing]
}
