import type {Node} from '../../page/index.ts'
import {note} from '../../page/index.ts'

/** Says that work goes on after its call has answered, and under which name it can be asked for. */
export const runsOn = (task: string | undefined, where = 'in the background'): Node =>
  note('info', task === undefined ? `Runs on ${where}` : `Runs on ${where} as ${task}`)
