import {isList} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import type {FieldRole, Node} from '../../page/index.ts'
import {field, fields, formatBytes, formatDuration, formatMoment} from '../../page/index.ts'
import {describeFields} from '../generic-tool.ts'

/** Formats a value of one kind; gives `undefined` for a value of another kind, and an empty text for one that is not shown. */
export type FormatValue = (value: JsonValue, record: JsonObject) => string | undefined

/**
 * A field with its role, its label and its format. If clients have several names for it, the first one that is present
 * counts.
 */
export type KnownField = readonly [
  names: string | readonly string[],
  role: FieldRole,
  label: string,
  format?: FormatValue,
]

/**
 * Describes objects by the fields that are expected in them, in this order. Unexpected ones follow as they are: fields of
 * another name, and values of another type. Models make such calls and clients refuse them, and then these are what the
 * reader looks for.
 */
export function knownFields(...known: readonly KnownField[]): (record: JsonObject) => readonly Node[] {
  return (record) => {
    const described = new Set<string>()
    const shown = known.map(([names, role, label, format = formatPlain]) => {
      const [first] = [names].flat().flatMap((name) => {
        const value = record[name]
        const words = value === undefined ? undefined : format(value, record)
        if (words !== undefined) described.add(name)
        return words ?? []
      })
      return field(role, label, first)
    })
    const rest = Object.entries(record).filter(([name, value]) => !described.has(name) && value !== null)
    return [...fields(...shown), ...(rest.length === 0 ? [] : describeFields(Object.fromEntries(rest)))]
  }
}

const formatPlain: FormatValue = (value) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const formatNumber =
  (format: (value: number) => string | undefined): FormatValue =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) ? format(value) : undefined

/** A flag that is shown only if it is set. */
export const formatSet =
  (word: string): FormatValue =>
  (value) =>
    typeof value === 'boolean' ? (value ? word : '') : undefined

/** The texts of a list. */
export const formatList: FormatValue = (value) =>
  isList(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : undefined

/** Milliseconds that something took. */
export const formatDurationValue: FormatValue = formatNumber(formatDuration)

/** Milliseconds that were set. */
export const formatTimeoutValue: FormatValue = formatNumber(formatTimeout)

/** Milliseconds since 1970. */
export const formatMomentValue: FormatValue = formatNumber(formatMoment)

export const formatBytesValue: FormatValue = formatNumber(formatBytes)

/** A name of the wire format as words: `in_progress` is `in progress`. */
export const formatName: FormatValue = (value) =>
  typeof value === 'string' ? value.replaceAll('_', ' ') : undefined

const hiddenIf =
  (isExpected: (value: JsonValue) => boolean) =>
  (...names: readonly string[]): readonly KnownField[] =>
    names.map((name) => [name, 'setting', name, (value) => (isExpected(value) ? '' : undefined)])

/** Texts that the description shows in another way. */
export const textsElsewhere = hiddenIf((value) => typeof value === 'string')

/** Lists and objects that the description shows in another way. */
export const partsElsewhere = hiddenIf((value) => typeof value === 'object')

/** Flags and numbers that are not shown. */
export const notShown = hiddenIf((value) => typeof value !== 'object')

/** A timeout, which is mostly a round number: `5 s`, `2m 00s`. */
export function formatTimeout(milliseconds: number): string {
  return milliseconds < 60_000 ? `${milliseconds / 1000} s` : formatDuration(milliseconds)
}
