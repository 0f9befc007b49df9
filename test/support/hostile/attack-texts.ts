import type {JsonValue} from '../../../src/model/index.ts'
import {isJsonObject} from '../../../src/model/index.ts'
import {xssVectors} from './xss-vectors.ts'

/** How many vectors stand in one field. */
const together = 24

/** Over so many rounds every vector is in every field. */
export const hostileRounds = Math.ceil(xssVectors.length / together)

/** Text for one field after another; in each round each field begins with another vector. */
export type AttackText = () => string

/**
 * The venom of a round: each text is a number of vectors one after another, on lines of their own in every other
 * field. A vector that only works at the beginning (an address) begins some field of some round.
 */
export function attackTexts(round: number): AttackText {
  let field = 0
  return () => {
    const first = field * 7 + round * together
    const texts = Array.from(
      {length: together},
      (_, at) => xssVectors[(first + at) % xssVectors.length]?.text ?? '',
    )
    const joint = (field++ + round) % 2 === 0 ? '\n' : ' '
    return texts.join(joint)
  }
}

/** Vectors that are addresses, for fields that become links. */
export const hostileAddresses = xssVectors.filter(
  ({family}) => family === 'addresses' || family === 'other browsers',
)

/** Names of fields that give a value its shape; a hostile one would only be another shape. */
const shaping: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'id', 'agentId'])

/** A value with venom in each of its texts: instead of it, or behind it. */
export function addAttacks(value: JsonValue, venom: AttackText, instead: boolean): JsonValue {
  if (typeof value === 'string') return instead ? venom() : `${value}${venom()}`
  if (Array.isArray(value)) return value.map((item: JsonValue) => addAttacks(item, venom, instead))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      shaping.has(name) && typeof inner === 'string' ? inner : addAttacks(inner ?? null, venom, instead),
    ]),
  )
}
