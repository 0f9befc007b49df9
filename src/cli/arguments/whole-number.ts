import {invalidValue} from '../failure.ts'
import type {Arguments} from './command.ts'

/** The whole number in an option, within its bounds; `undefined` if the option is not given. */
export function wholeNumber(
  {values}: Arguments,
  name: string,
  {min, max}: {readonly min: number; readonly max: number},
): number | undefined {
  const value = values.get(name)
  if (value === undefined) return undefined
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw invalidValue(name, value, `a whole number from ${min} to ${max}`)
}
