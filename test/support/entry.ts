import type {Entry} from '../../src/page/index.ts'
import {entryKinds, noLimits} from '../../src/page/index.ts'
import type {Look} from '../../src/render/terminal/index.ts'
import {paintFor} from '../../src/render/terminal/index.ts'

/** An entry by hand; what is left out is not there. */
export const entryOf = (given: Partial<Entry> & Pick<Entry, 'kind'>): Entry => ({
  key: 'key',
  depth: entryKinds[given.kind].depth,
  session: 'session_abc123',
  record: undefined,
  answer: undefined,
  turn: undefined,
  lane: undefined,
  tool: undefined,
  title: '',
  subject: undefined,
  outcome: undefined,
  state: undefined,
  failed: false,
  time: undefined,
  durationMs: undefined,
  asked: [],
  answered: [],
  tells: undefined,
  ...given,
})

/** A terminal's look without colour and without limits. */
export const lookOf = (given: Partial<Look>): Look => ({
  style: 'box',
  width: 80,
  paint: paintFor(false),
  emoji: true,
  timestamps: false,
  zone: 'UTC',
  pictures: 'none',
  limits: noLimits,
  ...given,
})
