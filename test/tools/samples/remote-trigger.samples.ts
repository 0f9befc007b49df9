import {code, field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'what was done with a trigger, and the answer',
    name: 'RemoteTrigger',
    input: {action: 'run', trigger_id: 'trig_1', body: {prompt: 'go'}},
    result: {content: 'ok', structured: {status: 200, json: '{"ok":true}', summary: 'Started'}},
    subject: 'run trig_1',
    outcome: 'status 200',
    asked: [
      ...fields(field('setting', 'Action', 'run'), field('task', 'Trigger', 'trig_1')),
      ...fields(field('setting', 'body', '{"prompt":"go"}')),
    ],
    answered: [plain('Started'), code('{\n  "ok": true\n}', 'json')],
  },
]
