import {number, object, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {field, fields, formatBytes, plain, prose} from '../page/index.ts'
import {saidProse} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A page from the web: read by a small model that answers a prompt, or by the provider as it stands. */
export const webFetch: Tool = {
  names: ['WebFetch', 'web_fetch'],
  tells: 'answered',
  subject: (input) => text(input, 'url'),
  asked: tellFields(
    ['url', 'url', 'URL'],
    ['prompt', 'prompt', 'Prompt'],
    ['offset', 'number', 'From character'],
  ),
  answered(answer, input) {
    const fetched = fetchedPage(answer)
    if (fetched) return describePage(fetched)
    const {structured} = answer
    const url = text(structured, 'url')
    const result = text(structured, 'result')
    return [
      ...fields(field('url', 'Fetched from', url === text(input, 'url') ? undefined : url)),
      ...(result === undefined ? saidProse(answer) : [prose(result)]),
    ]
  },
  outcome({structured}) {
    const bytes = number(structured, 'bytes')
    const status = [number(structured, 'code'), text(structured, 'codeText')].filter(
      (word) => word !== undefined,
    )
    const parts = [status.join(' '), bytes === undefined ? '' : formatBytes(bytes)]
    return parts.filter((part) => part !== '').join(' · ') || undefined
  },
  durationMs: ({structured}) => number(structured, 'durationMs'),
}

/** The one block of the provider's own tool. */
function fetchedPage({content: [block]}: ToolAnswer): JsonObject | undefined {
  return block?.type === 'unknown' && block.wireType === 'web_fetch_result'
    ? object({page: block.value}, 'page')
    : undefined
}

function describePage(page: JsonObject): readonly Node[] {
  const document = object(page, 'content') ?? {}
  const source = object(document, 'source') ?? {}
  const title = text(document, 'title')
  const data = text(source, 'data')
  const mediaType = text(source, 'media_type') ?? 'application/octet-stream'
  const about = fields(
    field('url', 'Fetched from', text(page, 'url')),
    field('description', 'Title', title),
    field('time', 'Retrieved', text(page, 'retrieved_at')),
  )
  if (data === undefined) return [...about, {kind: 'raw', value: page['content'] ?? null}]
  if (text(source, 'type') === 'text') return [...about, plain(data)]
  return [...about, {kind: 'image', source: {kind: 'base64', mediaType, data}, alt: title ?? 'document'}]
}
