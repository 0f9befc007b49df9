import type {ToolResultBlock} from './block.ts'
import {asObject, isList, list, number, text} from './fields.ts'

/** The client's tool that searches the web. It sends a separate request to the API, with the server's search tool. */
export const searchTool = 'WebSearch'

/** Tools that send a request to the model while they run. No record shows that request, nor its tokens. */
export const requestingTools: ReadonlySet<string> = new Set([searchTool, 'WebFetch'])

/**
 * Counts the web searches that a result of `WebSearch` reports; each is billed. Newer clients give the number, older ones
 * what each search found, and streams up to 1.0.128 only the text.
 */
export function countSearches({
  structured,
  content,
}: Pick<ToolResultBlock, 'structured' | 'content'>): number {
  const fields = asObject(structured)
  if (fields && text(fields, 'query') !== undefined) {
    const found = list(fields, 'results').filter((result) => isList(asObject(result)?.['content']))
    return number(fields, 'searchCount') ?? found.length
  }
  let searches = 0
  for (const block of content) {
    if (block.type !== 'text' || !block.text.startsWith('Web search results for query: ')) continue
    searches += block.text.split('\n').filter((line) => isSearch.test(line)).length
  }
  return searches
}

/** The line that the client writes for each search, also if it found nothing. */
const isSearch = /^(?:Links: \[.*\]|No links found\.)$/
