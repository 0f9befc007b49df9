import {formatDollars} from '../../../page/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {invalidValue} from '../../failure.ts'

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
  if (value === undefined) return undefined
  const limit = /^\$?\d+(\.\d+)?$/.test(value) ? Number(value.replace('$', '')) : 0
  if (!(limit > 0)) throw invalidValue('budget', value, 'dollars such as 2.50')
  let said = 0
  return {
    check(total = 0) {
      const reached = total >= limit ? 1 : total >= limit * warningShare ? warningShare : 0
      if (reached <= said) return undefined
      said = reached
      const sum = `${formatDollars(total)} of ${formatDollars(limit)} spent (${Math.round((total / limit) * 100)}%)`
      if (reached < 1) return `Budget: ${sum}.`
      return `Budget: ${sum}${switches.has('budget-stop') ? '; stopping the run' : ''}.`
    },
    get stopsRun() {
      return said === 1 && switches.has('budget-stop')
    },
  }
}
