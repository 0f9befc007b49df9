import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'a setting before and after',
    name: 'Config',
    input: {setting: 'theme', value: 'dark'},
    result: {
      content: 'Set theme to "dark"',
      structured: {
        success: true,
        operation: 'set',
        setting: 'theme',
        previousValue: 'light',
        newValue: 'dark',
      },
    },
    subject: 'theme',
    outcome: 'changed',
    asked: fields(field('setting', 'Setting', 'theme'), field('setting', 'Value', 'dark')),
    answered: fields(field('setting', 'Before', 'light'), field('setting', 'Now', 'dark')),
  },
  {
    shows: 'the text where there is nothing else',
    name: 'Config',
    input: {setting: 'theme'},
    result: {content: 'theme = "dark"'},
    subject: 'theme',
    asked: fields(field('setting', 'Setting', 'theme')),
    answered: [plain('theme = "dark"')],
  },
]
