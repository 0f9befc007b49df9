import {field, fields, note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'what was reported, and whether it went out',
    name: 'SendFeedback',
    input: {type: 'bug', title: 'Glob is slow', details: 'On **large** trees.', area: 'tools'},
    result: {content: 'Not sent.', structured: {success: false, message: 'Feedback is turned off'}},
    subject: 'Glob is slow',
    asked: fields(
      field('setting', 'Kind', 'bug'),
      field('description', 'Title', 'Glob is slow'),
      field('description', 'Details', 'On **large** trees.'),
      field('setting', 'Area', 'tools'),
    ),
    answered: [note('warning', 'Feedback is turned off')],
  },
]
