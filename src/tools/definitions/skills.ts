import {asText, list, number, objects, text, texts} from '../../model/fields.ts'
import {isJsonObject} from '../../model/index.ts'
import {field, fields, formatCount, formatNoun, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {type FormatValue, knownFields} from '../shared/known-fields.ts'
import {joinParts, optional} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Some models give the name of a skill twice. */
const formatCommand: FormatValue = (command, input) =>
  asText(command) && (text(input, 'skill') === undefined ? asText(command) : '')

/** A skill or a slash command that the model runs. */
const skill: Tool = {
  names: ['Skill', 'SlashCommand'],
  prominent: 'answered',
  subject: (input) => joinParts([text(input, 'skill') ?? text(input, 'command'), text(input, 'args')], ' '),
  asked: knownFields(
    ['skill', 'command', 'Skill'],
    ['command', 'command', 'Command', formatCommand],
    ['args', 'description', 'Arguments'],
  ),
  answered({structured, text: said, content}) {
    const report = optional(text(structured, 'result'), prose)
    return [
      ...report,
      ...(report.length > 0 || isLaunch(said) ? [] : describeBlocks(content)),
      ...fields(
        field('model', 'Model', text(structured, 'model')),
        field('setting', 'Allowed tools', texts(structured, 'allowedTools').join(', ')),
      ),
    ]
  },
  outcome: ({structured, text: said}) =>
    structured['success'] === false ? 'failed' : isLaunch(said) ? 'launched' : undefined,
  refused: ({structured}) => structured['success'] === false,
}

/** The text of the skill follows in a separate message. */
const isLaunch = (said: string): boolean => /^(?:Launching|Execute) (?:skill|command): [^\n]*\s*$/.test(said)

/** A search for tools that were not loaded: the names that were found. */
const toolSearch: Tool = {
  names: ['ToolSearch', 'tool_search_tool_regex', 'tool_search_tool_bm25'],
  subject: (input) => text(input, 'query') ?? text(input, 'pattern'),
  asked: knownFields(
    ['query', 'query', 'Query'],
    ['pattern', 'pattern', 'Pattern'],
    [['max_results', 'limit'], 'number', 'At most'],
  ),
  answered(output) {
    const found = foundTools(output)
    return found?.length ? [plain(found.join('\n'))] : describeBlocks(output.content)
  },
  outcome(output) {
    const found = foundTools(output)
    if (found === undefined) return undefined
    const all = number(output.structured, 'total_deferred_tools')
    return all === undefined
      ? formatNoun(found.length, 'tool')
      : `${formatCount(found.length)} of ${formatNoun(all, 'tool')}`
  },
}

/** The names that were found, in any of the client's forms; `undefined` if there are none. */
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
