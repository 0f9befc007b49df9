import {list, number, objects, text, texts} from '../model/fields.ts'
import {isJsonObject} from '../model/index.ts'
import {formatCount, formatNoun, plain} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A search for tools that were not loaded: the names that were found. */
export const toolSearch: Tool = {
  names: ['ToolSearch', 'tool_search_tool_regex', 'tool_search_tool_bm25'],
  subject: (input) => text(input, 'query') ?? text(input, 'pattern'),
  asked: tellFields(
    ['query', 'query', 'Query'],
    ['pattern', 'pattern', 'Pattern'],
    ['max_results', 'number', 'At most'],
    ['limit', 'number', 'At most'],
  ),
  answered(answer) {
    const found = foundTools(answer)
    return found === undefined || found.length === 0
      ? describeBlocks(answer.content)
      : [plain(found.join('\n'))]
  },
  outcome(answer) {
    const found = foundTools(answer)
    if (found === undefined) return undefined
    const all = number(answer.structured, 'total_deferred_tools')
    return all === undefined
      ? formatNoun(found.length, 'tool')
      : `${formatCount(found.length)} of ${formatNoun(all, 'tool')}`
  },
}

/** The names, from wherever the client put them; nothing where it did not. */
function foundTools({structured, content}: ToolAnswer): readonly string[] | undefined {
  if (list(structured, 'matches').length > 0) return texts(structured, 'matches')
  const names = content.flatMap((block) => {
    if (block.type === 'tool-reference') return [block.name]
    if (block.type !== 'unknown' || !isJsonObject(block.value)) return []
    return objects(block.value, 'tool_references').flatMap((tool) => text(tool, 'tool_name') ?? [])
  })
  return names.length > 0 || structured['matches'] !== undefined ? names : undefined
}
