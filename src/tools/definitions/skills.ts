import {list, number, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {field, fields, formatCount, formatNoun, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {knownFields, otherFields} from '../shared/known-fields.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A skill or a slash command that the model called up itself. */
const skill: Tool = {
  names: ['Skill', 'SlashCommand'],
  prominent: 'answered',
  subject(input) {
    const parts = [nameOf(input), text(input, 'args')].filter((part) => part !== undefined && part !== '')
    return parts.length === 0 ? undefined : parts.join(' ')
  },
  asked: (input) => [
    ...fields(
      field('command', text(input, 'skill') === undefined ? 'Command' : 'Skill', nameOf(input)),
      field('description', 'Arguments', text(input, 'args')),
    ),
    ...otherFields(input, {string: ['skill', 'command', 'args']}),
  ],
  answered({structured, text: said, content}) {
    const result = text(structured, 'result')
    const report: readonly Node[] = result === undefined || result === '' ? [] : [prose(result)]
    const tools = texts(structured, 'allowedTools')
    return [
      ...report,
      ...(report.length > 0 || isLaunch(said) ? [] : describeBlocks(content)),
      ...fields(
        field('model', 'Model', text(structured, 'model')),
        field('setting', 'Allowed tools', tools.length === 0 ? undefined : tools.join(', ')),
      ),
    ]
  },
  outcome: ({structured, text: said}) =>
    structured['success'] === false ? 'failed' : isLaunch(said) ? 'launched' : undefined,
  refused: ({structured}) => structured['success'] === false,
}

const nameOf = (input: JsonObject): string | undefined => text(input, 'skill') ?? text(input, 'command')

/** The body of the skill follows as a message of its own. */
const isLaunch = (said: string): boolean => /^(?:Launching|Execute) (?:skill|command): [^\n]*\s*$/.test(said)

/** A search for tools that were not loaded: the names that were found. */
const toolSearch: Tool = {
  names: ['ToolSearch', 'tool_search_tool_regex', 'tool_search_tool_bm25'],
  subject: (input) => text(input, 'query') ?? text(input, 'pattern'),
  asked: knownFields(
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
function foundTools({structured, content}: ToolOutput): readonly string[] | undefined {
  if (list(structured, 'matches').length > 0) return texts(structured, 'matches')
  const names = content.flatMap((block) => {
    if (block.type === 'tool-reference') return [block.name]
    if (block.type !== 'unknown' || !isJsonObject(block.value)) return []
    return objects(block.value, 'tool_references').flatMap((tool) => text(tool, 'tool_name') ?? [])
  })
  return names.length > 0 || structured['matches'] !== undefined ? names : undefined
}

/** Tools that find and load what the model can use. */
export const skillTools: readonly Tool[] = [skill, toolSearch]
