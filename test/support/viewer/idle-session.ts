import {countByGroup} from '../../../src/page/index.ts'
import type {LiveSession, LiveSessionHandlers} from '../../../src/server/live-session/live-session.ts'
import {noSlices} from '../../../src/server/live-session/select-slices.ts'

const handlers: LiveSessionHandlers = {
  view: async () => ({
    title: '',
    header: '',
    outline: '',
    panel: '',
    running: '',
    slices: noSlices(0),
    counts: countByGroup([]),
    map: [],
    n: 0,
  }),
  slices: async () => undefined,
  find: async () => undefined,
  raw: async () => undefined,
  markdown: async () => undefined,
  image: async () => undefined,
  document: async () => '',
  step: async () => undefined,
  changes: async () => ({files: [], commits: [], pullRequests: []}),
}

/** A live session without content; calls `closed` when it is closed. */
export function idleSession(closed: () => void = () => {}): LiveSession {
  return {
    incarnation: 'idle',
    isPartial: false,
    isClosed: false,
    ready: Promise.resolve(),
    call: async (method, input) => handlers[method](input),
    setArchived() {},
    subscribe: async () => () => {},
    close: closed,
  }
}
