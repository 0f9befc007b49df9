import {formatDollars} from '../../../page/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'

/** Watches over what a run may cost. */
export interface Budget {
  /** What is to be said of a sum, once; nothing where nothing new is. */
  check(total: number | undefined): string | undefined
  /** It is used up, and the run is to be stopped. */
  readonly stopsRun: boolean
}

/** The share of it at which a first word is said. */
const warningShare = 0.8

/** The budget that the user gave; nothing where none was. */
export function readBudget({values, switches}: Arguments): Budget | undefined {
  const value = values.get('budget')
  if (value === undefined) {
    if (switches.has('budget-stop')) throw new Failure('Cannot use --budget-stop: it needs a --budget.', 2)
    return undefined
  }
  const limit = /^\$?\d+(\.\d+)?$/.test(value) ? Number(value.replace('$', '')) : 0
  if (!(limit > 0)) throw new Failure(`Cannot use --budget ${value}: it takes dollars, such as 2.50.`, 2)
  let said = 0
  return {
    check(total = 0) {
      const reached = total >= limit ? 1 : total >= limit * warningShare ? warningShare : 0
      if (reached <= said) return undefined
      said = reached
      const sum = `${formatDollars(total)} of ${formatDollars(limit)}`
      if (reached < 1) return `Budget: ${sum} are spent.`
      return `Budget: ${sum} are spent${switches.has('budget-stop') ? '; the run is being stopped' : ''}.`
    },
    get stopsRun() {
      return said === 1 && switches.has('budget-stop')
    },
  }
}
