import {text} from '../model/fields.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** The offer to connect a browser. */
export const offerChromeSetup: Tool = {
  names: ['OfferChromeSetup'],
  subject: (input) => text(input, 'reason'),
  asked: tellFields(['reason', 'description', 'Reason']),
  answered: (answer) => (text(answer.structured, 'outcome') === undefined ? said(answer) : []),
  outcome: ({structured}) => text(structured, 'outcome')?.replaceAll('_', ' '),
}
