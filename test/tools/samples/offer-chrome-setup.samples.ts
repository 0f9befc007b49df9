import {field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'why a browser was wanted, and what became of it',
    name: 'OfferChromeSetup',
    input: {reason: 'to see the page'},
    result: {content: 'Not now', structured: {outcome: 'not_now'}},
    subject: 'to see the page',
    outcome: 'not now',
    asked: fields(field('description', 'Reason', 'to see the page')),
  },
]
