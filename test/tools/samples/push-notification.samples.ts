import {field, fields, note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(field('prompt', 'Message', 'The build is green'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'that a message was sent',
    name: 'PushNotification',
    input: {message: 'The build is green'},
    result: {content: 'Sent.', structured: {message: 'The build is green', pushSent: true}},
    subject: 'The build is green',
    outcome: 'sent',
    asked,
  },
  {
    shows: 'why it was not',
    name: 'PushNotification',
    input: {message: 'The build is green'},
    result: {
      content: 'Skipped.',
      structured: {message: 'The build is green', disabledReason: 'user_present'},
    },
    subject: 'The build is green',
    asked,
    answered: [note('info', 'Not sent: the user is present')],
  },
]
