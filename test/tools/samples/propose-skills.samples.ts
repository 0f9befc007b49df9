import {field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'each proposal under its name',
    name: 'ProposeSkills',
    input: {
      proposals: [{name: 'release', kind: 'new', description: 'Cuts a release', evidence: ['asked twice']}],
    },
    result: {content: 'Proposed.', structured: {proposalCount: 1}},
    subject: 'release',
    outcome: '1 proposal',
    asked: [
      {
        kind: 'group',
        title: 'release',
        nodes: [
          ...fields(field('setting', 'Kind', 'new'), field('description', 'Description', 'Cuts a release')),
          ...fields(field('setting', 'evidence', '["asked twice"]')),
        ],
        isCollapsed: false,
      },
    ],
  },
]
