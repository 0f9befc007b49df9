import {said} from './shared/said.ts'
import type {Tool} from './tool.ts'

/** The answer of a run in the form its caller asked for. */
export const structuredOutput: Tool = {
  names: ['StructuredOutput'],
  tells: 'asked',
  subject: () => undefined,
  asked: (input) => [{kind: 'raw', value: input}],
  answered: (answer) => (isAccepted(answer.text) ? [] : said(answer)),
  outcome: ({text}) => (isAccepted(text) ? 'accepted' : undefined),
}

const isAccepted = (text: string): boolean => text === 'Structured output provided successfully'
