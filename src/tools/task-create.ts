import {object, text} from '../model/fields.ts'
import type {Node} from '../page/index.ts'
import {field, fields, note, prose} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['subject', 'string'],
  ['description', 'string'],
  ['activeForm', 'string'],
])

/** Something to do, put on the list. */
export const taskCreate: Tool = {
  names: ['TaskCreate'],
  subject: (input) => text(input, 'subject') ?? text(input, 'description'),
  asked(input) {
    const subject = text(input, 'subject')
    const description = text(input, 'description') ?? ''
    const said: readonly Node[] = description === '' || description === subject ? [] : [prose(description)]
    return [...fields(field('task', 'Task', subject)), ...said, ...otherFields(input, known)]
  },
  answered(answer) {
    const id = idOf(answer)
    return id === undefined ? describeBlocks(answer.content) : [note('success', `Created as #${id}`)]
  },
  outcome(answer) {
    const id = idOf(answer)
    return id === undefined ? undefined : `#${id}`
  },
}

const idOf = ({text: said, structured}: ToolAnswer): string | undefined =>
  text(object(structured, 'task') ?? {}, 'id') ?? /^Task #(\S+) created/.exec(said)?.[1]
