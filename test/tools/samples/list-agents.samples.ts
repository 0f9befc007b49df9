import {plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the list as the client wrote it',
    name: 'ListAgents',
    input: {},
    result: {content: 'No agents.', structured: {listing: 'explorer (idle)', sections: [], notes: []}},
    asked: [],
    answered: [plain('explorer (idle)')],
  },
]
