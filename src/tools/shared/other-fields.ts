import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {describeFields} from '../generic.ts'

/** The arguments a description tells itself, each with the type it reads them as. */
export type KnownFields = ReadonlyMap<string, 'string' | 'number' | 'boolean' | 'object'>

/**
 * The arguments that a description would not tell: of an unknown name, or of a type nobody expected. Models make such
 * calls and clients refuse them, and then these are what the reader looks for.
 */
export function otherFields(input: JsonObject, known: KnownFields): readonly Node[] {
  const others = Object.entries(input).filter(([name, value]) => known.get(name) !== typeof value)
  return others.length === 0 ? [] : describeFields(Object.fromEntries(others))
}
