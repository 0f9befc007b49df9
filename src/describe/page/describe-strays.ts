import type {Line} from '../../model/index.ts'
import type {PageEntry} from '../../page/index.ts'

/** Tells lines that belong to no session, so that none is missing. */
export const describeStrays = (lines: readonly Line[]): readonly PageEntry[] =>
  lines.map((line, place) => ({
    key: `stray-${place + 1}`,
    kind: line.kind === 'unreadable' ? 'unreadable' : line.kind === 'unknown' ? 'unknown' : 'metadata',
    depth: 'all',
    session: '',
    record: undefined,
    answer: undefined,
    turn: undefined,
    lane: undefined,
    tool: undefined,
    title: line.kind === 'message' ? line.message.type : line.kind === 'unknown' ? line.type : line.reason,
    subject: undefined,
    outcome: undefined,
    state: undefined,
    failed: false,
    time: undefined,
    durationMs: undefined,
    asked: [
      line.kind === 'unreadable'
        ? {kind: 'text', text: line.text, tone: 'plain'}
        : {kind: 'raw', value: line.kind === 'unknown' ? line.value : line.message.record},
    ],
    answered: [],
    tells: undefined,
    anchor: `stray-${place + 1}`,
    branch: undefined,
    usage: undefined,
    refersTo: undefined,
    below: [],
  }))
