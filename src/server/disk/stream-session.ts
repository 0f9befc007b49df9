import type {SourceInfo} from '../../conversation/index.ts'
import type {Instant, Line, Position} from '../../model/index.ts'
import {LocalSession} from '../live-session/local-session.ts'
import type {FileSessionOptions} from './file-session.ts'
import {nodePlatform} from './node-platform.ts'

/** A live session whose lines do not come from a session on disk: from a pipe, or from a replay. */
export interface StreamSession {
  readonly session: LocalSession
  /** Says which session a source belongs to, if its lines do not. */
  begin(source: string, info: SourceInfo): void
  /** Adds lines with their arrival time. */
  fold(lines: readonly Line[], at: Instant | undefined): void
  end(source: string): void
  /** All sources have ended: time stops, and the session stays as it is. */
  finish(): void
}

/** How often calls are checked for being silent too long. */
const passIntervalMs = 2000

/**
 * Opens a live session for a stream. Its records are kept, because they cannot be read again. `time` is the clock of the
 * stream.
 */
export function openStreamSession(
  options: Pick<FileSessionOptions, 'incarnation' | 'address' | 'zone' | 'depth' | 'assets' | 'overrides'>,
  now: () => number,
  time: () => Instant = now,
): StreamSession {
  const records = new Map<string, string>()
  const session = new LocalSession({
    ...options,
    ...nodePlatform,
    session: undefined,
    now,
    ahead: () => now() - time(),
    recordAt: (position) => records.get(positionKey(position)),
  })
  const timer = setInterval(() => {
    session.renderer.fold.conversation.pass(time())
    session.changed()
  }, passIntervalMs)
  timer.unref()
  return {
    session,
    begin: (source, info) => session.renderer.fold.conversation.begin(source, info),
    fold(lines, at) {
      for (const line of lines) {
        records.set(positionKey(line.at), line.text)
        session.renderer.fold.add(line, at)
      }
      if (lines.length > 0) session.changed()
    },
    end(source) {
      session.renderer.fold.conversation.end(source)
      session.changed()
    },
    finish: () => clearInterval(timer),
  }
}

const positionKey = ({source, line, record}: Position): string => `${line}.${record} ${source}`
