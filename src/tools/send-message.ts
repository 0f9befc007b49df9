import {flag, object, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {field, fields, plain, prose} from '../page/index.ts'
import {describeBlocks, describeFields} from './generic.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {resultFields} from './shared/result-fields.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['to', 'string'],
  ['recipient', 'string'],
  ['summary', 'string'],
  ['type', 'string'],
  ['message', 'string'],
  ['content', 'string'],
])

/** A message to another agent or to the whole team. */
export const sendMessage: Tool = {
  names: ['SendMessage'],
  subject(input) {
    const to = recipientOf(input)
    const about = text(input, 'summary') ?? text(input, 'message') ?? text(input, 'content') ?? kindOf(input)
    return to === undefined || about === undefined ? (to ?? about) : `${to}: ${about}`
  },
  asked: (input) => [
    ...fields(
      field('agent', 'To', recipientOf(input)),
      field('setting', 'Kind', kindOf(input)),
      field('description', 'Summary', text(input, 'summary')),
    ),
    ...describeBody(input),
    ...otherFields(withoutBody(input), known),
  ],
  answered(answer) {
    const message = text(resultFields(answer), 'message')
    return message === undefined ? describeBlocks(answer.content) : [plain(message)]
  },
  outcome(answer) {
    const sent = flag(resultFields(answer), 'success')
    return sent === undefined ? undefined : sent ? 'sent' : 'not sent'
  },
  refused: (answer) => flag(resultFields(answer), 'success') === false,
}

const recipientOf = (input: JsonObject): string | undefined => text(input, 'to') ?? text(input, 'recipient')

/** Requests between agents have a kind; plain messages need none. */
function kindOf(input: JsonObject): string | undefined {
  const kind = text(input, 'type') ?? text(object(input, 'message') ?? {}, 'type')
  return kind === 'message' ? undefined : kind?.replaceAll('_', ' ')
}

function describeBody(input: JsonObject): readonly Node[] {
  const words = text(input, 'message') ?? text(input, 'content') ?? ''
  const {type: _, ...request} = object(input, 'message') ?? {}
  return words === '' ? describeFields(request) : [prose(words)]
}

const withoutBody = (input: JsonObject): JsonObject =>
  object(input, 'message') ? {...input, message: ''} : input
