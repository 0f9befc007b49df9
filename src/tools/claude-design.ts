import {object, text} from '../model/fields.ts'
import {describeFields} from './generic.ts'
import type {Tool} from './tool.ts'

/** One of the many operations on designs, each with arguments of its own. */
export const claudeDesign: Tool = {
  names: ['ClaudeDesign'],
  subject: (input) => text(input, 'operation'),
  asked(input) {
    const {arguments: _, ...rest} = input
    const given = object(input, 'arguments')
    return given === undefined ? describeFields(input) : [...describeFields(rest), ...describeFields(given)]
  },
}
