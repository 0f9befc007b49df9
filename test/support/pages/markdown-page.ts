import {entryKinds, type PageEntry, type SessionPage} from '../../../src/page/index.ts'
import type {MarkdownOptions} from '../../../src/render/markdown/index.ts'

/** Options with everything in and nothing known of elsewhere. */
export const plainMarkdownOptions = (given: Partial<MarkdownOptions> = {}): MarkdownOptions => ({
  zone: 'UTC',
  timestamps: true,
  compact: false,
  imageUrl: () => undefined,
  gitLink: undefined,
  sessionHref: () => undefined,
  frontMatter: true,
  ...given,
})

/** An entry of a page by hand; what is left out is not there. */
export const bareEntry = (given: Partial<PageEntry> & Pick<PageEntry, 'kind'>): PageEntry => ({
  key: 'key',
  depth: entryKinds[given.kind].depth,
  sessionId: 'session_abc123',
  messageId: undefined,
  responseId: undefined,
  turn: undefined,
  lane: undefined,
  tool: undefined,
  title: '',
  subject: undefined,
  outcome: undefined,
  state: undefined,
  isError: false,
  at: undefined,
  durationMs: undefined,
  asked: [],
  answered: [],
  prominent: undefined,
  anchor: 'entry',
  branch: undefined,
  usage: undefined,
  refersTo: undefined,
  below: [],
  ...given,
})

/** A session of one turn by hand. */
export const markdownSession = (
  entries: readonly PageEntry[],
  given: Partial<SessionPage> = {},
): SessionPage => ({
  sessionId: 'session_abc123',
  title: 'A title',
  firstPrompt: undefined,
  cwd: '/work/demo',
  gitBranch: 'main',
  clientVersion: '2.1.325',
  models: ['model-1'],
  startedAt: 1_767_362_602_000,
  endedAt: 1_767_366_202_000,
  summary: {
    state: 'completed',
    reason: undefined,
    durationMs: 1000,
    turns: 1,
    toolCalls: 2,
    failedToolCalls: 1,
    deniedToolCalls: 0,
    tokens: 12_345,
    reportedCostUsd: 0.5,
    unknownRecords: 0,
  },
  usage: undefined,
  cost: {usd: 0.5, from: 'reported'},
  context: undefined,
  files: [],
  agents: [],
  branches: [],
  continues: undefined,
  continuedBy: [],
  turns: [
    {
      number: 1,
      anchor: 'turn-1',
      startedAt: 1_767_362_602_000,
      durationMs: 61_000,
      usage: undefined,
      branch: undefined,
      entries,
    },
  ],
  ...given,
})
