import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the role that was chosen',
    name: 'ShowOnboardingRolePicker',
    input: {},
    result: {content: 'Developer', structured: {role: 'Developer'}},
    outcome: 'Developer',
    asked: [],
  },
  {
    shows: 'that none was chosen',
    name: 'ShowOnboardingRolePicker',
    input: {},
    result: {content: 'Dismissed', structured: {dismissed: true}},
    outcome: 'dismissed',
    asked: [],
  },
]
