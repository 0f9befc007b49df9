import {flag, object, text, texts} from '../model/fields.ts'
import {field, fields, plain, prose} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {taskNumberOf} from './shared/task-number-of.ts'
import {taskNumbers} from './shared/task-numbers.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['taskId', 'string'],
  ['status', 'string'],
  ['subject', 'string'],
  ['description', 'string'],
  ['activeForm', 'string'],
  ['owner', 'string'],
  ['addBlocks', 'object'],
  ['addBlockedBy', 'object'],
])

/** A change to something on the list: its state, its owner, what it waits for. */
export const taskUpdate: Tool = {
  names: ['TaskUpdate'],
  subject(input) {
    const status = text(input, 'status')
    const to = status === undefined ? undefined : `→ ${spoken(status)}`
    const parts = [taskNumberOf(input), text(input, 'subject'), to].filter((part) => part !== undefined)
    return parts.length === 0 ? undefined : parts.join(' ')
  },
  asked(input) {
    const description = text(input, 'description') ?? ''
    return [
      ...fields(
        field('task', 'Task', taskNumberOf(input)),
        field('setting', 'Status', spoken(text(input, 'status') ?? '')),
        field('description', 'Subject', text(input, 'subject')),
        field('agent', 'Owner', text(input, 'owner')),
        field('task', 'Blocks', taskNumbers(texts(input, 'addBlocks'))),
        field('task', 'Blocked by', taskNumbers(texts(input, 'addBlockedBy'))),
      ),
      ...(description === '' ? [] : [prose(description)]),
      ...otherFields(input, known),
    ]
  },
  answered(answer) {
    const {structured} = answer
    const error = text(structured, 'error')
    if (error !== undefined) return [plain(error, 'error')]
    return changedIn(answer) === undefined ? describeBlocks(answer.content) : []
  },
  outcome(answer, input) {
    const {structured} = answer
    if (isRefused(answer)) return 'not changed'
    const change = object(structured, 'statusChange') ?? {}
    const from = text(change, 'from')
    const to = text(change, 'to')
    // The subject says what it was asked to become.
    if (from !== undefined && to !== undefined && to === text(input, 'status')) return `was ${spoken(from)}`
    if (from !== undefined && to !== undefined) return `${spoken(from)} → ${spoken(to)}`
    const changed = changedIn(answer)
    return changed === '' ? 'nothing changed' : changed === undefined ? undefined : `${changed} changed`
  },
  refused: isRefused,
}

function isRefused({structured}: ToolAnswer): boolean {
  return flag(structured, 'success') === false
}

/** The names of what was changed; the sentence of older clients ends its first line with them. */
function changedIn({text: said, structured}: ToolAnswer): string | undefined {
  if (structured['updatedFields'] !== undefined) return texts(structured, 'updatedFields').join(', ')
  return /^Updated task #\S+ ?(.*)/.exec(said)?.[1]?.trim()
}

const spoken = (status: string): string => status.replaceAll('_', ' ')
