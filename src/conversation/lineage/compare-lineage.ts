import {emptyObject, object, text} from '../../model/fields.ts'
import type {Instant, MessageOf} from '../../model/index.ts'

/** What determines which of several sessions with a common history is the original. */
export interface LineageCandidate {
  readonly id: string
  /** The session that its records say they were copied from. */
  readonly forkedFrom?: string | undefined
  /** It was read from a stream: only transcripts copy. */
  readonly isStreamed?: boolean | undefined
  /** When its part of the common history was written. Older clients write copies with later times, newer ones keep them. */
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  /** Whether it has responses that the others do not have; unknown if only its first response is. */
  readonly hasOwn?: boolean | undefined
}

/**
 * Orders sessions with a common history, the original first: the one that others name, else one that names no other,
 * else the one that was streamed, else the one that was written first, else the one without responses that the others
 * do not have, because they continued it, else the one that ended first. The ids decide only if nothing else does, so
 * the order of reading never matters.
 */
export function compareLineage(a: LineageCandidate, b: LineageCandidate): number {
  if (b.forkedFrom === a.id || a.forkedFrom === b.id) return b.forkedFrom === a.id ? -1 : 1
  return (
    // A fork of a fork names only the one before it.
    Number(a.forkedFrom !== undefined) - Number(b.forkedFrom !== undefined) ||
    Number(b.isStreamed ?? false) - Number(a.isStreamed ?? false) ||
    compareTimes(a.startedAt, b.startedAt) ||
    Number(a.hasOwn ?? false) - Number(b.hasOwn ?? false) ||
    compareTimes(a.endedAt, b.endedAt) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

/** The session that a record says it was copied from; only copies that the SDK makes say it. */
export const readForkOrigin = ({record}: MessageOf<'assistant'>): string | undefined =>
  text(object(record, 'forkedFrom') ?? emptyObject, 'sessionId')

/** A session without a time is sorted last. */
const compareTimes = (a: Instant | undefined, b: Instant | undefined): number =>
  (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER)
