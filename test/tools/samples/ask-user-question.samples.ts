import type {Node} from '../../../src/page/index.ts'
import {ansi, code, field, fields, note, plain, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const colour = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    {label: 'Red', description: 'warm'},
    {label: 'Blue', description: 'cold'},
  ],
  multiSelect: false,
}

const choice = (red: boolean, blue: boolean, ...own: readonly string[]): Node => ({
  kind: 'choice',
  question: 'Which colour?',
  choices: [
    {label: 'Red', description: 'warm', chosen: red},
    {label: 'Blue', description: 'cold', chosen: blue},
    ...own.map((label) => ({label, description: undefined, chosen: true})),
  ],
})

export const samples: readonly ToolSample[] = [
  {
    shows: 'a letter in place of a question, called by its first line',
    name: 'AskUserQuestion',
    input: {question: 'I need to know:\n\n1. **Where** is it?\n2. **When** was it?'},
    subject: 'I need to know:',
    asked: [prose('I need to know:\n\n1. **Where** is it?\n2. **When** was it?')],
  },
  {
    shows: 'the choices while nobody has answered',
    name: 'AskUserQuestion',
    input: {questions: [colour]},
    subject: 'Which colour?',
    asked: [choice(false, false)],
  },
  {
    shows: 'the chosen answer marked',
    name: 'AskUserQuestion',
    input: {questions: [colour]},
    result: {
      content: 'User has answered your questions: "Which colour?"="Blue". You can now continue.',
      structured: {questions: [colour], answers: {'Which colour?': 'Blue'}},
    },
    subject: 'Which colour?',
    outcome: 'Blue',
    asked: [choice(false, true)],
    answered: [],
  },
  {
    shows: 'the same by the sentence that is all some streams have',
    name: 'AskUserQuestion',
    input: {questions: [colour]},
    result: {content: 'User has answered your questions: "Which colour?"="Red". You can now continue.'},
    subject: 'Which colour?',
    outcome: 'Red',
    asked: [choice(true, false)],
    answered: [],
  },
  {
    shows: 'several choices marked and own words added, with the notes to them',
    name: 'AskUserQuestion',
    input: {questions: [{...colour, multiSelect: true}]},
    result: {
      content: 'User has answered your questions.',
      structured: {
        answers: {'Which colour?': 'Red, Blue, but not too dark'},
        annotations: {'Which colour?': {notes: 'both are fine'}},
      },
    },
    subject: 'Which colour?',
    outcome: 'Red, Blue, but not too dark',
    asked: [
      choice(true, true, 'but not too dark'),
      ...fields(field('description', 'Notes', 'both are fine')),
    ],
    answered: [],
  },
  {
    shows: 'own words in place of a choice, and how many answers there are',
    name: 'AskUserQuestion',
    input: {questions: [colour, {question: 'Why?', options: [{label: 'Taste', preview: 'a | b'}]}]},
    result: {
      content: 'User has answered your questions.',
      structured: {answers: {'Which colour?': 'Green, dark', 'Why?': 'Taste'}},
    },
    subject: 'Which colour? (+1)',
    outcome: '2 answers',
    asked: [
      choice(false, false, 'Green, dark'),
      {kind: 'choice', question: 'Why?', choices: [{label: 'Taste', description: undefined, chosen: true}]},
      {kind: 'group', title: 'Preview: Taste', nodes: [code('a | b')], isCollapsed: true},
    ],
    answered: [],
  },
  {
    shows: 'what was said to all questions at once, and that time ran out',
    name: 'AskUserQuestion',
    input: {questions: [colour]},
    result: {
      content: 'The user replied in chat.',
      structured: {
        answers: {},
        response: 'You choose.',
        annotations: {'Which colour?': {unanswered: 'replied_in_chat'}},
        afkTimeoutMs: 60_000,
      },
    },
    subject: 'Which colour?',
    asked: [choice(false, false), ...fields(field('setting', 'Unanswered', 'replied in chat'))],
    answered: [plain('You choose.'), note('warning', 'No one answered in time')],
  },
  {
    shows: 'questions that are bare sentences',
    name: 'AskUserQuestion',
    input: {questions: ['Which language?']},
    result: {content: 'Language: TypeScript.'},
    subject: 'Which language?',
    asked: [{kind: 'choice', question: 'Which language?', choices: []}],
    answered: [ansi('Language: TypeScript.')],
  },
]
