import {isList} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import type {FieldRole, Node} from '../../page/index.ts'
import {field, fields, formatBytes, formatDuration, formatMoment} from '../../page/index.ts'
import {describeFields} from '../generic.ts'

/** How one kind of value is said; nothing where the value is of no such kind. */
export type Say = (value: JsonValue) => string | undefined

/** A field by its name, with what it tells, what to call it and how to say it. */
export type Told = readonly [name: string, role: FieldRole, label: string, say?: Say]

/**
 * Describes objects by the fields one expects in them, in this order. What was not expected follows as it is: a field
 * of another name, or a value of another type.
 */
export function tellFields(...told: readonly Told[]): (record: JsonObject) => readonly Node[] {
  return (record) => {
    const said = new Set<string>()
    const known = told.map(([name, role, label, say = sayPlain]) => {
      const value = record[name]
      const words = value === undefined ? undefined : say(value)
      if (words !== undefined) said.add(name)
      return field(role, label, words)
    })
    const rest = Object.entries(record).filter(([name, value]) => !said.has(name) && value !== null)
    return [...fields(...known), ...(rest.length === 0 ? [] : describeFields(Object.fromEntries(rest)))]
  }
}

const sayPlain: Say = (value) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const ofNumbers =
  (say: (value: number) => string | undefined): Say =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) ? say(value) : undefined

/** Texts of a list, one after the other. */
export const sayList: Say = (value) =>
  isList(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : undefined

/** Milliseconds that something took. */
export const sayDuration: Say = ofNumbers(formatDuration)

/** Milliseconds that somebody set. */
export const sayTimeout: Say = ofNumbers(formatTimeout)

/** Milliseconds since 1970. */
export const sayMoment: Say = ofNumbers(formatMoment)

export const sayBytes: Say = ofNumbers(formatBytes)

/** A text that the description tells in another way. */
export const sayElsewhere: Say = (value) => (typeof value === 'string' ? '' : undefined)

/** A flag or a number that is not worth a word. */
export const sayNothing: Say = (value) => (typeof value === 'object' ? undefined : '')

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
