import {field, fields, plain, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'to whom and about what',
    name: 'SendMessage',
    input: {to: 'alice', summary: 'go on', message: 'Please **go on**.'},
    result: {
      content: [{type: 'text', text: '{"success":true,"message":"Message sent to alice\'s inbox"}'}],
      structured: {success: true, message: "Message sent to alice's inbox", routing: {target: '@alice'}},
    },
    subject: 'alice: go on',
    outcome: 'sent',
    asked: [
      ...fields(field('agent', 'To', 'alice'), field('description', 'Summary', 'go on')),
      prose('Please **go on**.'),
    ],
    answered: [plain("Message sent to alice's inbox")],
  },
  {
    shows: 'a request between agents as older clients write it',
    name: 'SendMessage',
    input: {type: 'shutdown_request', recipient: 'alice', content: 'Thanks.'},
    result: {content: '{\n  "success": false,\n  "message": "No agent of that name"\n}'},
    subject: 'alice: Thanks.',
    outcome: 'not sent',
    refused: true,
    asked: [
      ...fields(field('agent', 'To', 'alice'), field('setting', 'Kind', 'shutdown request')),
      prose('Thanks.'),
    ],
    answered: [plain('No agent of that name')],
  },
  {
    shows: 'a request as newer clients write it',
    name: 'SendMessage',
    input: {to: 'lead', message: {type: 'shutdown_response', approve: true}},
    subject: 'lead: shutdown response',
    asked: [
      ...fields(field('agent', 'To', 'lead'), field('setting', 'Kind', 'shutdown response')),
      ...fields(field('setting', 'approve', true)),
    ],
  },
]
