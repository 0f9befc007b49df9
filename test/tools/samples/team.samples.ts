import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'a team that was made',
    name: 'TeamCreate',
    input: {team_name: 'tests', description: 'More tests', agent_type: 'team-lead'},
    result: {
      content:
        '{"team_name":"tests","team_file_path":"/home/dev/.claude/teams/tests/config.json","lead_agent_id":"team-lead@tests"}',
    },
    subject: 'tests',
    asked: fields(
      field('agent', 'Team', 'tests'),
      field('description', 'Description', 'More tests'),
      field('agent', 'Agent', 'team-lead'),
    ),
    answered: fields(
      field('agent', 'Lead', 'team-lead@tests'),
      field('file', 'File', '/home/dev/.claude/teams/tests/config.json'),
    ),
  },
  {
    shows: 'that a team was not dissolved, and why',
    name: 'TeamDelete',
    input: {},
    result: {
      content:
        '{"success":false,"message":"Cannot cleanup team with 1 active member(s): bob.","team_name":"tests"}',
    },
    outcome: 'refused',
    refused: true,
    asked: [],
    answered: [
      plain('Cannot cleanup team with 1 active member(s): bob.', 'error'),
      ...fields(field('agent', 'Team', 'tests')),
    ],
  },
]
