import type {JsonObject} from '../../../src/model/index.ts'

/** A way in which input can grow; `lines` makes a file with so many of whatever grows. */
export interface GrowingInput {
  readonly name: string
  readonly lines: (size: number) => readonly string[]
  /** The files of agents beside it, by their names. */
  readonly agents?: (size: number) => Readonly<Record<string, readonly string[]>>
  /** The default sizes are multiplied by this. */
  readonly scale?: number
}

/**
 * A shape that needs larger sizes. Up to some number of agents, levels or models the program names or compares all of
 * them, which is quadratic work with a bound; only larger inputs are beyond it.
 */
const doubled = (input: GrowingInput): GrowingInput => ({...input, scale: 2})

const session = '9c0e1000-0000-4000-8000-000000000001'
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
/** Hours and minutes have two digits at once: that one more has them is no growth. */
const time = (number: number): string => new Date(Date.UTC(2026, 0, 1, 10, 10) + number * 1000).toISOString()

type Records = readonly JsonObject[]

const times = (size: number, make: (number: number) => JsonObject | Records): Records =>
  Array.from({length: size}, (_, number) => make(number)).flat()

/** A record of a transcript; without another parent it follows the one before it. */
const saved = (number: number, type: string, fields: JsonObject): JsonObject => ({
  parentUuid: number === 0 ? null : uuid(number - 1),
  isSidechain: false,
  userType: 'external',
  cwd: '/home/ada/shop',
  sessionId: session,
  version: '2.1.325',
  gitBranch: 'main',
  type,
  uuid: uuid(number),
  timestamp: time(number),
  ...fields,
})

const usage = {input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100}

const response = (number: number, ...content: readonly JsonObject[]): JsonObject => ({
  message: {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    usage,
  },
})

const prompt = (text: string): JsonObject => ({message: {role: 'user', content: text}})
const said = (text: string): JsonObject => ({type: 'text', text})
const call = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: 'tool_use',
  id,
  name,
  input,
})
const answer = (id: string, content: string): JsonObject => ({
  message: {role: 'user', content: [{type: 'tool_result', tool_use_id: id, content}]},
})

/** A record of a stream. */
const streamed = (number: number, type: string, fields: JsonObject): JsonObject => ({
  type,
  session_id: session,
  uuid: uuid(number),
  parent_tool_use_id: null,
  ...fields,
})

const init = (id = session): JsonObject => ({
  type: 'system',
  subtype: 'init',
  session_id: id,
  uuid: uuid(0),
  cwd: '/home/ada/shop',
  model: 'claude-opus-5-5',
  tools: [],
})

const shape = (name: string, records: (size: number) => Records): GrowingInput => ({
  name,
  lines: (size) => records(size).map((record) => JSON.stringify(record)),
})

/** Texts grow by more than records: what is not linear shows only then. */
const charactersEach = 16

/** A transcript in which one text was said. */
const text = (name: string, make: (size: number) => string): GrowingInput =>
  shape(name, (size) => [
    saved(0, 'user', prompt('Say it')),
    saved(1, 'assistant', response(1, said(make(charactersEach * size)))),
  ])

/** Deep values are written by hand: `JSON.stringify` calls itself. */
const deepValue = (name: string, open: string, close: string): GrowingInput => ({
  name,
  lines: (size) => {
    const value = open.repeat(size) + close.repeat(size)
    const record = JSON.stringify(
      saved(1, 'assistant', response(1, call('toolu_1', 'Strange', {value: 'DEEP'}))),
    )
    return [JSON.stringify(saved(0, 'user', prompt('Go'))), record.replace('"DEEP"', value)]
  },
})

/** A record of an agent's own file. */
const ofAgent = (number: number, agent: number, type: string, fields: JsonObject): JsonObject => ({
  ...saved(number, type, {parentUuid: null, ...fields}),
  isSidechain: true,
  agentId: `a${agent}`,
})

/** A shape with a file for each of so many agents; `each` gives the records of one. */
const withAgents = (
  name: string,
  records: (size: number) => Records,
  each: (agent: number, size: number) => Records,
): GrowingInput => ({
  ...shape(name, records),
  agents: (size) =>
    Object.fromEntries(
      Array.from({length: size}, (_, agent) => [
        `agent-a${agent}.jsonl`,
        each(agent, size).map((record) => JSON.stringify(record)),
      ]),
    ),
})

const hook = (number: number, subtype: string, id: number, fields: JsonObject): JsonObject => ({
  ...streamed(number, 'system', {subtype, hook_id: `hook${id}`, hook_name: 'PreToolUse:Bash', ...fields}),
  hook_event: 'PreToolUse',
})

const partial = (number: number, event: JsonObject): JsonObject => streamed(number, 'stream_event', {event})

/** Every shape that was ever found to take more than its share, with its siblings. */
export const growingInputs: readonly GrowingInput[] = [
  shape('turns', (size) =>
    times(size, (n) => [
      saved(2 * n, 'user', prompt(`Do step ${n}`)),
      saved(2 * n + 1, 'assistant', response(n, said(`Step ${n} is **done**.`))),
    ]),
  ),
  shape('calls in one turn', (size) => [
    saved(0, 'user', prompt('Read them all')),
    ...times(size, (n) => [
      saved(
        2 * n + 1,
        'assistant',
        response(n, call(`toolu_${n}`, 'Read', {file_path: `/home/ada/shop/${n}.ts`})),
      ),
      saved(2 * n + 2, 'user', answer(`toolu_${n}`, `1\texport const value = ${n}`)),
    ]),
  ]),
  doubled(
    shape('nested agents of a stream', (size) => [
      init(),
      ...times(size, (n) =>
        streamed(n + 1, 'assistant', {
          parent_tool_use_id: n === 0 ? null : `toolu_${n - 1}`,
          ...response(n, call(`toolu_${n}`, 'Agent', {description: `Level ${n}`, prompt: `Go to ${n + 1}`})),
        }),
      ),
    ]),
  ),
  doubled(
    shape('nested agents that answer', (size) => [
      init(),
      ...times(size, (n) =>
        streamed(n + 1, 'assistant', {
          parent_tool_use_id: n === 0 ? null : `toolu_${n - 1}`,
          ...response(n, call(`toolu_${n}`, 'Agent', {description: `Level ${n}`, prompt: `Go to ${n + 1}`})),
        }),
      ),
      ...times(size, (k) => {
        const n = size - 1 - k
        return streamed(size + k + 1, 'user', {
          parent_tool_use_id: n === 0 ? null : `toolu_${n - 1}`,
          ...answer(`toolu_${n}`, `Level ${n} is done`),
        })
      }),
    ]),
  ),
  doubled(
    shape('agents side by side', (size) => [
      init(),
      ...times(size, (n) => [
        streamed(3 * n + 1, 'assistant', {
          ...response(0, call(`toolu_${n}`, 'Agent', {description: `Part ${n}`, prompt: `Do part ${n}`})),
        }),
        streamed(3 * n + 2, 'assistant', {
          parent_tool_use_id: `toolu_${n}`,
          ...response(n + 1, said(`Part ${n} begins`)),
        }),
      ]),
      ...times(size, (n) => streamed(3 * size + n + 1, 'user', answer(`toolu_${n}`, `Part ${n} is done`))),
    ]),
  ),
  shape('agents one after the other', (size) => [
    saved(0, 'user', prompt('Have it done')),
    ...times(size, (n) => [
      saved(
        4 * n + 1,
        'assistant',
        response(
          2 * n,
          call(`toolu_${n}`, 'Task', {subagent_type: 'x', description: `Part ${n}`, prompt: `Do ${n}`}),
        ),
      ),
      saved(4 * n + 2, 'user', {isSidechain: true, parentUuid: null, ...prompt(`Do ${n}`)}),
      saved(4 * n + 3, 'assistant', {isSidechain: true, ...response(2 * n + 1, said(`Did ${n}`))}),
      saved(4 * n + 4, 'user', {parentUuid: uuid(4 * n + 1), ...answer(`toolu_${n}`, `Did ${n}`)}),
    ]),
  ]),
  shape('inline agents without a call', (size) =>
    times(size, (n) => [
      saved(3 * n, 'user', prompt(`Do step ${n}`)),
      saved(3 * n + 1, 'user', {isSidechain: true, parentUuid: null, ...prompt(`Part ${n}`)}),
      saved(3 * n + 2, 'assistant', {isSidechain: true, ...response(n, said(`Did ${n}`))}),
    ]),
  ),
  shape('agents known by id and by call', (size) => [
    init(),
    ...times(size, (n) => [
      streamed(4 * n + 1, 'assistant', {
        ...response(2 * n, call(`toolu_${n}`, 'Agent', {description: `Part ${n}`, prompt: `Do ${n}`})),
      }),
      streamed(4 * n + 2, 'assistant', {
        parent_tool_use_id: `toolu_${n}`,
        ...response(2 * n + 1, said(`Part ${n} begins`)),
      }),
      {...streamed(4 * n + 3, 'assistant', response(2 * n + 1, said('More'))), agentId: `agent${n}`},
      {
        ...streamed(4 * n + 4, 'assistant', {
          parent_tool_use_id: `toolu_${n}`,
          ...response(2 * n + 1, said('Again')),
        }),
        agentId: `agent${n}`,
      },
    ]),
  ]),
  doubled(
    shape('agents of a stream and of its transcript', (size) => [
      ...times(size, (n) => [
        streamed(4 * n + 1, 'assistant', {
          parent_tool_use_id: `toolu_${n}`,
          ...response(2 * n, said(`Part ${n} begins`)),
        }),
        {
          ...saved(4 * n + 2, 'assistant', response(2 * n + 1, said(`Did ${n}`))),
          isSidechain: true,
          agentId: `a${n}`,
        },
      ]),
      ...times(size, (n) => [
        saved(
          4 * size + 2 * n + 1,
          'assistant',
          response(2 * size + n, call(`toolu_${n}`, 'Agent', {description: `Part ${n}`, prompt: `Do ${n}`})),
        ),
        saved(4 * size + 2 * n + 2, 'user', {
          ...answer(`toolu_${n}`, `Did ${n}`),
          toolUseResult: {status: 'completed', agentId: `a${n}`, content: [{type: 'text', text: `Did ${n}`}]},
        }),
      ]),
    ]),
  ),
  shape('background tasks', (size) => [
    saved(0, 'user', prompt('Start them')),
    ...times(size, (n) => [
      saved(
        2 * n + 1,
        'assistant',
        response(n, call(`toolu_${n}`, 'Bash', {command: `make ${n}`, run_in_background: true})),
      ),
      saved(2 * n + 2, 'user', {
        ...answer(`toolu_${n}`, `Command running in background with ID: task${n}`),
        toolUseResult: {stdout: '', stderr: '', interrupted: false, backgroundTaskId: `task${n}`},
      }),
    ]),
    ...times(size, (n) =>
      saved(
        2 * size + n + 1,
        'user',
        prompt(
          `<task-notification>\n<task-id>task${n}</task-id>\n<status>completed</status>\n<summary>made ${n}</summary>\n</task-notification>`,
        ),
      ),
    ),
  ]),
  shape('records that are their own parents', (size) =>
    times(size, (n) => saved(n, 'user', {parentUuid: uuid(n), ...prompt(`Round ${n}`)})),
  ),
  shape('parents in one circle', (size) =>
    times(size, (n) => saved(n, 'user', {parentUuid: uuid((n + 1) % size), ...prompt(`Round ${n}`)})),
  ),
  shape('parents in small circles', (size) =>
    times(size, (n) => saved(n, 'user', {parentUuid: uuid(n ^ 1), ...prompt(`Round ${n}`)})),
  ),
  shape('a tail of parents into a circle', (size) =>
    times(size, (n) =>
      saved(n, 'user', {parentUuid: n === 0 ? uuid(0) : uuid(n - 1), ...prompt(`Round ${n}`)}),
    ),
  ),
  shape('children of one parent', (size) => [
    saved(0, 'user', prompt('Begin')),
    ...times(size, (n) => saved(n + 1, 'user', {parentUuid: uuid(0), ...prompt(`Try ${n}`)})),
  ]),
  shape('branches of branches', (size) =>
    times(size, (n) => [
      saved(3 * n, 'user', {parentUuid: n === 0 ? null : uuid(3 * n - 3), ...prompt(`Try ${n}`)}),
      saved(3 * n + 1, 'assistant', {parentUuid: uuid(3 * n), ...response(2 * n, said('No'))}),
      saved(3 * n + 2, 'assistant', {
        parentUuid: uuid(3 * n + 1),
        ...response(2 * n + 1, said('No, really')),
      }),
    ]),
  ),
  shape('sessions of one stream', (size) =>
    times(size, (n) => {
      const id = `9c0e1000-0000-4000-8000-${String(n).padStart(12, '0')}`
      return [init(id), {...streamed(n + 1, 'assistant', response(n, said(`Session ${n}`))), session_id: id}]
    }),
  ),
  shape('sessions that continue each other', (size) =>
    times(size, (n) => {
      const sessionId = `9c0e1000-0000-4000-8000-${String(n).padStart(12, '0')}`
      return [
        saved(2 * n, 'user', {sessionId, ...prompt(`Step ${n}`)}),
        saved(2 * n + 1, 'assistant', {sessionId, ...response(0, said(`Step ${n} is done`))}),
      ]
    }),
  ),
  shape('responses of agents that no result counts', (size) => [
    init(),
    ...times(size, (n) => [
      streamed(3 * n + 1, 'assistant', response(2 * n, call(`toolu_${n}`, 'Task', {prompt: `Do ${n}`}))),
      streamed(3 * n + 2, 'assistant', {
        parent_tool_use_id: `toolu_${n}`,
        ...response(2 * n + 1, said(`Did ${n}`)),
      }),
      streamed(3 * n + 3, 'result', {
        subtype: 'success',
        is_error: false,
        num_turns: 1,
        result: 'ok',
        total_cost_usd: 0.001 * (n + 1),
        usage: {input_tokens: 9, output_tokens: 5},
        modelUsage: {
          'claude-opus-5-5': {inputTokens: 9 * (n + 1), outputTokens: 5 * (n + 1), costUSD: 0.001 * (n + 1)},
        },
      }),
    ]),
  ]),
  shape('open calls', (size) => [
    saved(0, 'user', prompt('Run them all')),
    ...times(size, (n) =>
      saved(n + 1, 'assistant', response(0, call(`toolu_${n}`, 'Bash', {command: `make ${n}`}))),
    ),
  ]),
  shape('open calls of a stream, then answers', (size) => [
    init(),
    ...times(size, (n) =>
      streamed(n + 1, 'assistant', response(0, call(`toolu_${n}`, 'Bash', {command: `make ${n}`}))),
    ),
    ...times(size, (n) => streamed(size + n + 1, 'user', answer(`toolu_${n}`, `made ${n}`))),
  ]),
  shape('open calls in one record', (size) => [
    saved(0, 'user', prompt('Run them all')),
    saved(
      1,
      'assistant',
      response(0, ...times(size, (n) => call(`toolu_${n}`, 'Bash', {command: `make ${n}`}))),
    ),
  ]),
  shape('refused calls', (size) => [
    saved(0, 'user', prompt('Run them all')),
    ...times(size, (n) =>
      saved(n + 1, 'assistant', response(0, call(`toolu_${n}`, 'Bash', {command: `make ${n}`}))),
    ),
    ...times(size, (n) =>
      saved(size + n + 1, 'user', {
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: `toolu_${n}`,
              is_error: true,
              content: "The user doesn't want to proceed with this tool use. The tool use was rejected",
            },
          ],
        },
      }),
    ),
  ]),
  shape('results without calls', (size) => [
    saved(0, 'user', prompt('Begin')),
    ...times(size, (n) => saved(n + 1, 'user', answer(`toolu_${n}`, `made ${n}`))),
  ]),
  shape('results before their calls', (size) => [
    saved(0, 'user', prompt('Begin')),
    ...times(size, (n) => saved(n + 1, 'user', answer(`toolu_${n}`, `made ${n}`))),
    ...times(size, (n) =>
      saved(size + n + 1, 'assistant', response(n, call(`toolu_${n}`, 'Bash', {command: `make ${n}`}))),
    ),
  ]),
  shape('results in agents before their calls', (size) => [
    init(),
    ...times(size, (n) =>
      streamed(n + 1, 'user', {parent_tool_use_id: `toolu_agent_${n}`, ...answer(`toolu_${n}`, `made ${n}`)}),
    ),
    ...times(size, (n) =>
      streamed(size + n + 1, 'assistant', response(n, call(`toolu_${n}`, 'Bash', {command: `make ${n}`}))),
    ),
  ]),
  shape('results before their calls, in turns of their own', (size) => [
    ...times(size, (n) => [
      saved(2 * n, 'user', prompt(`Step ${n}`)),
      saved(2 * n + 1, 'user', answer(`toolu_${n}`, `made ${n}`)),
    ]),
    ...times(size, (n) =>
      saved(2 * size + n, 'assistant', response(n, call(`toolu_${n}`, 'Bash', {command: `make ${n}`}))),
    ),
  ]),
  shape('hooks that answer late', (size) => [
    init(),
    streamed(1, 'assistant', response(0, said('Begin'))),
    ...times(size, (n) => hook(n + 2, 'hook_started', n, {})),
    ...times(size, (n) => hook(size + n + 2, 'hook_response', n, {output: `ok ${n}`, exit_code: 0})),
  ]),
  shape('hooks that answer late, between turns', (size) => [
    ...times(size, (n) => hook(n, 'hook_started', n, {})),
    ...times(size, (n) => hook(size + n, 'hook_response', n, {output: `ok ${n}`, exit_code: 0})),
    streamed(2 * size, 'assistant', response(0, said('Begin'))),
  ]),
  shape('blocks of one streamed response', (size) => [
    init(),
    partial(1, {type: 'message_start', message: {id: 'msg_0', role: 'assistant', content: []}}),
    ...times(size, (n) => [
      partial(4 * n + 2, {
        type: 'content_block_start',
        index: n,
        content_block: {type: n % 2 === 0 ? 'text' : 'thinking', text: '', thinking: ''},
      }),
      partial(4 * n + 3, {
        type: 'content_block_delta',
        index: n,
        delta: {type: 'text_delta', text: `word ${n} `},
      }),
      partial(4 * n + 4, {type: 'content_block_stop', index: n}),
    ]),
    ...times(size, (n) => streamed(4 * size + n + 2, 'assistant', response(0, said(`word ${n} `)))),
  ]),
  shape('a streamed text between other lines', (size) => [
    init(),
    partial(1, {type: 'message_start', message: {id: 'msg_0', role: 'assistant', content: []}}),
    partial(2, {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}}),
    ...times(size, (n) => [
      hook(2 * n + 3, 'hook_started', n, {}),
      partial(2 * n + 4, {
        type: 'content_block_delta',
        index: 0,
        delta: {type: 'text_delta', text: `word ${n} `},
      }),
    ]),
  ]),
  withAgents(
    'files of agents without a call',
    () => [saved(0, 'user', prompt('Begin'))],
    (agent) => [
      ofAgent(2 * agent + 1, agent, 'user', prompt(`Do ${agent}`)),
      ofAgent(2 * agent + 2, agent, 'assistant', response(agent, said(`Did ${agent}`))),
    ],
  ),
  withAgents(
    'files of agents with open calls',
    (size) => [
      saved(0, 'user', prompt('Begin')),
      ...times(size, (n) =>
        saved(
          n + 1,
          'assistant',
          response(0, call(`toolu_${n}`, 'Agent', {description: `Part ${n}`, prompt: `Do ${n}`})),
        ),
      ),
    ],
    (agent, size) => [
      ofAgent(size + 2 * agent + 1, agent, 'user', prompt(`Do ${agent}`)),
      ofAgent(
        size + 2 * agent + 2,
        agent,
        'assistant',
        response(agent + 1, call(`toolu_own_${agent}`, 'Bash', {command: `make ${agent}`})),
      ),
    ],
  ),
  withAgents(
    'files of agents with tasks in the background',
    () => [saved(0, 'user', prompt('Begin'))],
    (agent) => [
      ofAgent(
        2 * agent + 1,
        agent,
        'assistant',
        response(agent, call(`toolu_${agent}`, 'Bash', {command: 'make', run_in_background: true})),
      ),
      ofAgent(2 * agent + 2, agent, 'user', {
        ...answer(`toolu_${agent}`, `Command running in background with ID: task${agent}`),
        toolUseResult: {stdout: '', stderr: '', interrupted: false, backgroundTaskId: `task${agent}`},
      }),
    ],
  ),
  shape('agents dated before many turns', (size) => [
    ...times(size, (n) => saved(n + size, 'user', prompt(`Do step ${n}`))),
    ...times(size, (n) => ({
      ...ofAgent(2 * size + n, n, 'assistant', response(n, said(`Did ${n}`))),
      timestamp: time(n),
    })),
  ]),
  shape('agents dated before turns in no order', (size) => [
    ...times(size, (n) => ({
      ...saved(n, 'user', prompt(`Do step ${n}`)),
      timestamp: time(size + ((n * 7) % size)),
    })),
    ...times(size, (n) => ({
      ...ofAgent(size + n, n, 'assistant', response(n, said(`Did ${n}`))),
      timestamp: time(2 * n),
    })),
  ]),
  shape('results of one call', (size) => [
    saved(0, 'user', prompt('Begin')),
    saved(1, 'assistant', response(0, call('toolu_0', 'Bash', {command: 'make'}))),
    ...times(size, (n) => saved(n + 2, 'user', answer('toolu_0', `made ${n}`))),
  ]),
  shape('titles', (size) => [
    saved(0, 'user', prompt('Begin')),
    ...times(size, (n) => ({type: 'ai-title', aiTitle: `Title ${n}`, sessionId: session})),
    ...times(size, (n) => ({type: 'summary', summary: `Summary ${n}`, leafUuid: uuid(n)})),
    ...times(size, (n) => ({type: 'summary', summary: `Summary ${n}`, leafUuid: uuid(1_000_000 + n)})),
  ]),
  shape('sessions and their summaries', (size) => [
    ...times(size, (n) => ({type: 'summary', summary: `Summary ${n}`, leafUuid: uuid(1_000_000 + n)})),
    ...times(size, (n) => {
      const sessionId = `9c0e1000-0000-4000-8000-${String(n).padStart(12, '0')}`
      return saved(n, 'user', {sessionId, ...prompt(`Step ${n}`)})
    }),
  ]),
  doubled(
    shape('models', (size) => [
      saved(0, 'user', prompt('Begin')),
      ...times(size, (n) =>
        saved(n + 1, 'assistant', {
          message: {id: `msg_${n}`, role: 'assistant', model: `claude-${n}`, content: [said('Hi')], usage},
        }),
      ),
    ]),
  ),
  shape('lines of one response', (size) => [
    saved(0, 'user', prompt('Begin')),
    ...times(size, (n) => saved(n + 1, 'assistant', response(0, said(`Sentence ${n}.`)))),
  ]),
  shape('queued prompts', (size) => [
    saved(0, 'user', prompt('Begin')),
    ...times(size, (n) => ({
      type: 'queue-operation',
      operation: 'enqueue',
      timestamp: time(n),
      content: `Then do ${n}`,
      sessionId: session,
    })),
    ...times(size, (n) => ({
      type: 'queue-operation',
      operation: 'dequeue',
      timestamp: time(size + n),
      sessionId: session,
    })),
    ...times(size, (n) => saved(n + 1, 'user', prompt(`Then do ${n}`))),
  ]),
  shape('commands without output', (size) =>
    times(size, (n) =>
      saved(n, 'user', prompt(`<command-name>/try</command-name>\n<command-args>${n}</command-args>`)),
    ),
  ),
  shape('hooks that never answer', (size) => [
    init(),
    ...times(size, (n) => ({
      ...streamed(n + 1, 'system', {
        subtype: 'hook_started',
        hook_id: `hook${n}`,
        hook_name: 'PreToolUse:Bash',
      }),
      hook_event: 'PreToolUse',
    })),
    ...times(size, (n) => streamed(size + n + 1, 'assistant', response(n, said(`Sentence ${n}.`)))),
  ]),
  shape('pieces of one text', (size) => [
    init(),
    streamed(1, 'stream_event', {
      event: {type: 'message_start', message: {id: 'msg_0', role: 'assistant', content: []}},
    }),
    streamed(2, 'stream_event', {
      event: {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
    }),
    ...times(size, (n) =>
      streamed(n + 3, 'stream_event', {
        event: {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: `word ${n} `}},
      }),
    ),
  ]),
  shape('progress of one call', (size) => [
    init(),
    streamed(1, 'assistant', response(0, call('toolu_0', 'Bash', {command: 'make'}))),
    ...times(size, (n) =>
      streamed(n + 2, 'tool_progress', {tool_use_id: 'toolu_0', tool_name: 'Bash', elapsed_time_seconds: n}),
    ),
  ]),
  shape('compactions', (size) =>
    times(size, (n) => [
      saved(2 * n, 'user', prompt(`Step ${n}`)),
      saved(2 * n + 1, 'system', {
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: {trigger: 'auto', preTokens: 1000},
      }),
    ]),
  ),
  shape('lists of things to do', (size) => [
    saved(0, 'user', prompt('Plan it')),
    ...times(size, (n) => [
      saved(
        2 * n + 1,
        'assistant',
        response(
          n,
          call(`toolu_${n}`, 'TodoWrite', {
            todos: [{content: `Step ${n}`, status: 'pending', activeForm: 'x'}],
          }),
        ),
      ),
      saved(2 * n + 2, 'user', answer(`toolu_${n}`, 'ok')),
    ]),
  ]),
  shape('results of a stream', (size) => [
    init(),
    ...times(size, (n) => [
      streamed(2 * n + 1, 'assistant', response(n, said(`Round ${n}`))),
      streamed(2 * n + 2, 'result', {
        subtype: 'success',
        is_error: false,
        result: `Round ${n}`,
        total_cost_usd: 0.01 * n,
        duration_ms: 5,
        num_turns: 1,
        usage,
        modelUsage: {[`claude-${n}`]: {inputTokens: n, outputTokens: 1, costUSD: 0.1}},
      }),
    ]),
  ]),
  shape('sessions of a stream', (size) =>
    times(size, (n) => {
      const own = {session_id: `9c0e1000-0000-4000-8000-${String(n).padStart(12, '0')}`}
      return [
        {...init(), ...own},
        {...streamed(2 * n + 1, 'assistant', response(n, said(`Round ${n}`))), ...own},
        {
          ...streamed(2 * n + 2, 'result', {
            subtype: 'success',
            is_error: false,
            result: `Round ${n}`,
            usage,
          }),
          ...own,
          total_cost_usd: 0.01,
          modelUsage: {'claude-opus-5-5': {inputTokens: 10, outputTokens: 5, costUSD: 0.01}},
        },
      ]
    }),
  ),
  shape('unknown records', (size) =>
    times(size, (n) => ({type: `tomorrow-${n}`, sessionId: session, uuid: uuid(n), value: n})),
  ),
  {name: 'lines that are no JSON', lines: (size) => Array.from({length: size}, (_, n) => `line ${n}`)},
  shape('fields of one input', (size) => [
    saved(0, 'user', prompt('Begin')),
    saved(
      1,
      'assistant',
      response(
        0,
        call('toolu_0', 'Strange', Object.fromEntries(Array.from({length: size}, (_, n) => [`f${n}`, n]))),
      ),
    ),
  ]),
  doubled(deepValue('nested arrays', '[', ']')),
  doubled({
    name: 'nested objects',
    lines: (size) => {
      const value = `${'{"a":'.repeat(size)}1${'}'.repeat(size)}`
      const record = JSON.stringify(
        saved(1, 'assistant', response(1, call('toolu_1', 'Strange', {value: 'DEEP'}))),
      )
      return [JSON.stringify(saved(0, 'user', prompt('Go'))), record.replace('"DEEP"', value)]
    },
  }),
  text('one line of stars', (size) => '*'.repeat(size)),
  text('stars and letters', (size) => '*a'.repeat(size)),
  text('stars between spaces', (size) => '* '.repeat(size)),
  text('underscores', (size) => '_a '.repeat(size)),
  text('tildes', (size) => '~~a '.repeat(size)),
  text('brackets', (size) => '['.repeat(size)),
  text('links without an end', (size) => '[a]('.repeat(size)),
  text('backquotes', (size) =>
    Array.from({length: Math.ceil(Math.sqrt(size))}, (_, n) => '`'.repeat(n + 1)).join(' '),
  ),
  text('quotes in quotes', (size) => `${'>'.repeat(size)} a`),
  text('list items', (size) => '- a\n'.repeat(size)),
  text('paragraphs', (size) => 'a word\n\n'.repeat(size)),
  text('table rows', (size) => `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(size)}`),
  text('one long word', (size) => 'x'.repeat(size)),
  text('angle brackets', (size) => '<a '.repeat(size)),
  text('ampersands', (size) => '&'.repeat(size)),
  text('addresses', (size) => 'https://a.example/x '.repeat(size)),
  text('escape sequences', (size) => '\u001b[31m'.repeat(size)),
  text('spaces', (size) => `a${' '.repeat(size)}b`),
  text('words', (size) => 'word '.repeat(size)),
]
