import {ansi, field, fields, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the skill that was called up',
    name: 'Skill',
    input: {skill: 'tidy', args: 'src/app.ts'},
    result: {
      content: 'Launching skill: tidy',
      structured: {success: true, commandName: 'tidy', allowedTools: ['Read', 'Grep'], model: 'haiku'},
    },
    subject: 'tidy src/app.ts',
    outcome: 'launched',
    asked: fields(field('command', 'Skill', 'tidy'), field('description', 'Arguments', 'src/app.ts')),
    answered: fields(field('model', 'Model', 'haiku'), field('setting', 'Allowed tools', 'Read, Grep')),
  },
  {
    shows: 'what a skill reported that ran by itself',
    name: 'Skill',
    input: {skill: 'tidy'},
    result: {
      content: 'Skill "tidy" completed (forked execution).\n\nResult:\nAll tidy.',
      structured: {success: true, commandName: 'tidy', status: 'forked', result: 'All tidy.'},
    },
    subject: 'tidy',
    asked: fields(field('command', 'Skill', 'tidy')),
    answered: [prose('All tidy.')],
  },
  {
    shows: 'a slash command, as the tool was called before',
    name: 'SlashCommand',
    input: {command: '/review 12'},
    result: {content: 'review is running…'},
    subject: '/review 12',
    asked: fields(field('command', 'Command', '/review 12')),
    answered: [ansi('review is running…')],
  },
]
