import {note} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import type {Tool} from './tool.ts'

/** The change to plan mode. What the client answers are rules for the model. */
export const enterPlanMode: Tool = {
  names: ['EnterPlanMode'],
  answered: ({text, content}) =>
    text.startsWith('Entered plan mode') ? [note('info', 'Entered plan mode')] : describeBlocks(content),
}
