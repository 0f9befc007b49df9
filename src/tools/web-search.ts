import {list, objects, text} from '../model/fields.ts'
import {isJsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {formatNoun, prose} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {foundPage} from './shared/found-page.ts'
import {parsed} from './shared/parsed.ts'
import {sayList, tellFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A search of the web: the pages that were found as links, and what was said of them. */
export const webSearch: Tool = {
  names: ['WebSearch', 'web_search'],
  tells: 'answered',
  subject: (input) => text(input, 'query'),
  asked: tellFields(
    ['query', 'query', 'Query'],
    ['allowed_domains', 'url', 'Only on', sayList],
    ['blocked_domains', 'url', 'Not on', sayList],
  ),
  answered: describeFound,
  outcome(answer) {
    const links = describeFound(answer).filter((node) => node.kind === 'link').length
    return links === 0 ? undefined : formatNoun(links, 'link')
  },
}

function describeFound({structured, content}: ToolAnswer): readonly Node[] {
  const results = list(structured, 'results')
  if (results.length > 0) {
    return results.flatMap((result) => {
      if (isJsonObject(result)) return objects(result, 'content').flatMap(foundPage)
      return typeof result === 'string' ? saidProse(result) : []
    })
  }
  return content.flatMap((block) => (block.type === 'text' ? readFound(block.text) : describeBlocks([block])))
}

/** The text for the model: a heading, lines of links as JSON between prose, and what to do with them. */
function readFound(said: string): readonly Node[] {
  const nodes: Node[] = []
  const prose: string[] = []
  for (const line of said.split('\n')) {
    const links = line.startsWith('Links: ') ? parsed(line.slice('Links: '.length)) : undefined
    if (!isLinks(links)) {
      if (!/^(?:Web search results for query: |REMINDER: You MUST )/.test(line)) prose.push(line)
      continue
    }
    for (const node of saidProse(prose.splice(0).join('\n'))) nodes.push(node)
    for (const node of links.filter(isJsonObject).flatMap(foundPage)) nodes.push(node)
  }
  return [...nodes, ...saidProse(prose.join('\n'))]
}

const isLinks = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const saidProse = (words: string): readonly Node[] => (words.trim() === '' ? [] : [prose(words.trim())])
