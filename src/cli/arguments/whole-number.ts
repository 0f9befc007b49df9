import {Failure} from '../failure.ts'
import type {Arguments} from './command.ts'

/** An option's whole number within its bounds, or nothing where it was not given. */
export function wholeNumber(
  given: Arguments,
  name: string,
  {least, most}: {readonly least: number; readonly most: number},
): number | undefined {
  const value = given.values.get(name)
  if (value === undefined) return undefined
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new Failure(`Cannot use --${name} ${value}: it takes a whole number from ${least} to ${most}.`, 2)
}
