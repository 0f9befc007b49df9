import {isList} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import type {FieldRole, Node} from '../../page/index.ts'
import {field, fields, formatBytes, formatDuration, formatMoment} from '../../page/index.ts'
import {describeFields} from '../generic-tool.ts'

/** How one kind of value is said; nothing where the value is of no such kind. */
export type FormatValue = (value: JsonValue) => string | undefined

/** A field by its name, with what it tells, what to call it and how to say it. */
export type KnownField = readonly [name: string, role: FieldRole, label: string, say?: FormatValue]

/**
 * Describes objects by the fields one expects in them, in this order. What was not expected follows as it is: a field
 * of another name, or a value of another type.
 */
export function knownFields(...told: readonly KnownField[]): (record: JsonObject) => readonly Node[] {
  return (record) => {
    const said = new Set<string>()
    const known = told.map(([name, role, label, say = formatPlain]) => {
      const value = record[name]
      const words = value === undefined ? undefined : say(value)
      if (words !== undefined) said.add(name)
      return field(role, label, words)
    })
    const rest = Object.entries(record).filter(([name, value]) => !said.has(name) && value !== null)
    return [...fields(...known), ...(rest.length === 0 ? [] : describeFields(Object.fromEntries(rest)))]
  }
}

const formatPlain: FormatValue = (value) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const ofNumbers =
  (say: (value: number) => string | undefined): FormatValue =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) ? say(value) : undefined

/** Texts of a list, one after the other. */
export const formatList: FormatValue = (value) =>
  isList(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : undefined

/** Milliseconds that something took. */
export const formatDurationValue: FormatValue = ofNumbers(formatDuration)

/** Milliseconds that somebody set. */
export const formatTimeoutValue: FormatValue = ofNumbers(formatTimeout)

/** Milliseconds since 1970. */
export const formatMomentValue: FormatValue = ofNumbers(formatMoment)

export const formatBytesValue: FormatValue = ofNumbers(formatBytes)

/** A text that the description tells in another way. */
export const shownElsewhere: FormatValue = (value) => (typeof value === 'string' ? '' : undefined)

/** A flag or a number that is not worth a word. */
export const notShown: FormatValue = (value) => (typeof value === 'object' ? undefined : '')

const typeOf = (value: unknown) => typeof value

/** The arguments a description tells itself, under the type it reads them as. */
type KnownFields = Readonly<Partial<Record<ReturnType<typeof typeOf>, readonly string[]>>>

/**
 * The arguments that a description would not tell: of an unknown name, or of a type nobody expected. Models make such
 * calls and clients refuse them, and then these are what the reader looks for.
 */
export function otherFields(input: JsonObject, known: KnownFields): readonly Node[] {
  const others = Object.entries(input).filter(([name, value]) => !known[typeOf(value)]?.includes(name))
  return others.length === 0 ? [] : describeFields(Object.fromEntries(others))
}

/** A time that somebody set, which is mostly a round number: `5 s`, `2m 00s`. */
export function formatTimeout(milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined) return undefined
  return milliseconds < 60_000 ? `${milliseconds / 1000} s` : formatDuration(milliseconds)
}
