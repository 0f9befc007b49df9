import {emptyObject, isList, list, number, object, objects, parseJson, text} from '../../model/fields.ts'
import {isJsonObject, type JsonObject} from '../../model/index.ts'
import {field, fields, formatBytes, formatNoun, type Node, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {formatList, knownFields} from '../shared/known-fields.ts'
import {embeddedMedia, findBlock, joinParts, linkToPage, optional} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A page from the web: read by a small model with a prompt, or fetched by the provider. */
const webFetch: Tool = {
  names: ['WebFetch', 'web_fetch'],
  prominent: 'answered',
  subject: (input) => text(input, 'url'),
  asked: knownFields(
    ['url', 'url', 'URL'],
    ['prompt', 'prompt', 'Prompt'],
    ['offset', 'number', 'From character'],
  ),
  answered(output, input) {
    const fetched = findBlock(output, /^web_fetch_result$/)
    if (fetched) return describePage(fetched)
    const {structured} = output
    const url = text(structured, 'url')
    return [
      ...fields(field('url', 'Fetched from', url === text(input, 'url') ? undefined : url)),
      ...optional(text(structured, 'result') ?? output.text, prose),
    ]
  },
  outcome({structured}) {
    const bytes = number(structured, 'bytes')
    const status = joinParts([number(structured, 'code')?.toString(), text(structured, 'codeText')], ' ')
    return joinParts([status, bytes === undefined ? undefined : formatBytes(bytes)])
  },
  durationMs: ({structured}) => number(structured, 'durationMs'),
}

function describePage(page: JsonObject): readonly Node[] {
  const document = object(page, 'content') ?? emptyObject
  const source = object(document, 'source') ?? emptyObject
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
  return [...about, embeddedMedia(mediaType, data, title ?? 'document')]
}

/** A search of the web: links to the pages, and the text about them. */
const webSearch: Tool = {
  names: ['WebSearch', 'web_search'],
  prominent: 'answered',
  subject: (input) => text(input, 'query'),
  asked: knownFields(
    ['query', 'query', 'Query'],
    ['allowed_domains', 'url', 'Only on', formatList],
    ['blocked_domains', 'url', 'Not on', formatList],
  ),
  answered: describeFound,
  outcome(output) {
    const links = describeFound(output).filter((node) => node.kind === 'link').length
    return links === 0 ? undefined : formatNoun(links, 'link')
  },
}

function describeFound({structured, content}: ToolOutput): readonly Node[] {
  const results = list(structured, 'results')
  if (results.length > 0) {
    return results.flatMap((result) => {
      if (isJsonObject(result)) return objects(result, 'content').flatMap(linkToPage)
      return typeof result === 'string' ? describeProse([result]) : []
    })
  }
  return content.flatMap((block) => (block.type === 'text' ? readFound(block.text) : describeBlocks([block])))
}

/** The text for the model: a heading, lines of links as JSON between prose, and what to do with them. */
function readFound(said: string): readonly Node[] {
  const nodes: Node[] = []
  const prose: string[] = []
  for (const line of said.split('\n')) {
    const links = line.startsWith('Links: ') ? parseJson(line.slice('Links: '.length)) : undefined
    if (!isList(links)) {
      if (!/^(?:Web search results for query: |REMINDER: You MUST )/.test(line)) prose.push(line)
      continue
    }
    for (const node of describeProse(prose.splice(0))) nodes.push(node)
    for (const node of links.filter(isJsonObject).flatMap(linkToPage)) nodes.push(node)
  }
  return [...nodes, ...describeProse(prose)]
}

const describeProse = (lines: readonly string[]): readonly Node[] => optional(lines.join('\n').trim(), prose)

/** Tools that read the web. */
export const webTools: readonly Tool[] = [webFetch, webSearch]
