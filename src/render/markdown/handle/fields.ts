import type {Field, FieldRole, NodeOf} from '../../../page/index.ts'
import {escapeText, escapeWords} from '../escape-text.ts'
import {fence} from '../fence.ts'
import {inlineCode} from '../inline-code.ts'
import {sanitizeLine, sanitizeText} from '../sanitize.ts'
import {linkTo} from './link.ts'

/** Values that are sentences; all others are names and set as code. */
const spoken: ReadonlySet<FieldRole> = new Set(['description', 'query', 'prompt', 'time', 'number', 'money'])

/** Each value behind its name. A value with lines of its own stands below the others. */
export function fields(node: NodeOf<'fields'>): readonly string[] {
  const short = node.fields.filter(({value}) => !isLong(value))
  const list = short.map((field) => `- ${label(field)} ${written(field)}`.trimEnd()).join('\n')
  const long = node.fields.filter(({value}) => isLong(value))
  return [
    ...(list === '' ? [] : [list]),
    ...long.flatMap((field) => [
      label(field),
      ...fence(sanitizeText(field.value), field.role === 'command' ? 'sh' : 'text'),
    ]),
  ]
}

const isLong = (value: string): boolean => value.trim().includes('\n')

const label = (field: Field): string => `**${escapeWords(field.label)}:**`

function written({role, value}: Field): string {
  if (role === 'url') return linkTo(value, value)
  return spoken.has(role) ? escapeText(sanitizeLine(value)) : inlineCode(value)
}
