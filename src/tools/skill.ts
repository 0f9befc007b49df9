import {text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {field, fields, prose} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['skill', 'string'],
  ['command', 'string'],
  ['args', 'string'],
])

/** A skill or a slash command that the model called up itself. */
export const skill: Tool = {
  names: ['Skill', 'SlashCommand'],
  tells: 'answered',
  subject(input) {
    const parts = [nameOf(input), text(input, 'args')].filter((part) => part !== undefined && part !== '')
    return parts.length === 0 ? undefined : parts.join(' ')
  },
  asked: (input) => [
    ...fields(
      field('command', text(input, 'skill') === undefined ? 'Command' : 'Skill', nameOf(input)),
      field('description', 'Arguments', text(input, 'args')),
    ),
    ...otherFields(input, known),
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
