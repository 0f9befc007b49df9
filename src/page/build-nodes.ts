import type {Field, FieldRole, Node} from './node.ts'

/** Markdown. */
export const prose = (markdown: string): Node => ({kind: 'prose', markdown})

/** Text without markup. */
export const plain = (text: string, tone: 'plain' | 'dim' | 'error' = 'plain'): Node => ({
  kind: 'text',
  text,
  tone,
})

/** What a program printed. */
export const ansi = (text: string, tone: 'plain' | 'error' = 'plain'): Node => ({kind: 'ansi', text, tone})

/** Source code, numbered from `firstLine` if that is known. */
export const code = (source: string, language?: string, firstLine?: number): Node => ({
  kind: 'code',
  code: source,
  language,
  firstLine,
})

/** Named values without the missing ones; no node if all are missing. */
export function fields(...given: readonly (Field | undefined)[]): readonly Node[] {
  const known = given.filter((field) => field !== undefined)
  return known.length === 0 ? [] : [{kind: 'fields', fields: known}]
}

/** One named value; `undefined` if the value is missing. */
export function field(
  role: FieldRole,
  label: string,
  value: string | number | boolean | undefined,
): Field | undefined {
  return value === undefined || value === '' ? undefined : {role, label, value: String(value)}
}

/** A note of recount, which is not in the transcript. */
export const note = (level: 'info' | 'success' | 'warning' | 'error', text: string): Node => ({
  kind: 'note',
  level,
  text,
})
