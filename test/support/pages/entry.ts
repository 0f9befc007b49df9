import type {Entry} from '../../../src/page/index.ts'
import {entryKinds, noLimits} from '../../../src/page/index.ts'
import type {TerminalOptions} from '../../../src/render/terminal/index.ts'
import {paintFor} from '../../../src/render/terminal/index.ts'

/** An entry by hand; what is left out is not there. */
export const entryOf = (given: Partial<Entry> & Pick<Entry, 'kind'>): Entry => ({
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
  ...given,
})

/** A terminal's look without colour and without limits. */
export const plainLookWith = (given: Partial<TerminalOptions>): TerminalOptions => ({
  style: 'box',
  width: 80,
  paint: paintFor(false),
  emoji: true,
  timestamps: false,
  zone: 'UTC',
  images: 'none',
  limits: noLimits,
  ...given,
})
