import {createHash} from 'node:crypto'
import type {SourceInfo} from '../../conversation/index.ts'
import type {Instant, Line, Position} from '../../model/index.ts'
import {LocalSession} from '../live-session/local-session.ts'
import {brotliPacker} from './brotli-packer.ts'
import type {FileSessionOptions} from './file-session.ts'

/** A room whose lines come from somewhere else than a session on disk: through a pipe, or out of a replay. */
export interface StreamSession {
  readonly session: LocalSession
  /** Says whose a source's lines are, where the lines themselves do not. */
  begin(source: string, info: SourceInfo): void
  /** Lines have come, and when. */
  fold(lines: readonly Line[], at: Instant | undefined): void
  /** Nothing more comes from a source. */
  end(source: string): void
  /** Nothing more comes at all; no time passes any more, and what is there is shown on. */
  finish(): void
}

/** How often time passes for calls that stay silent. */
const passIntervalMs = 2000

/**
 * Opens a room for lines that are on no disk, or not all yet; its records are kept, because they cannot be read again.
 * `time` tells what time it is where they come from.
 */
export function openStreamSession(
  plan: Pick<FileSessionOptions, 'incarnation' | 'address' | 'zone' | 'depth' | 'assets' | 'overrides'>,
  now: () => number,
  time: () => Instant = now,
): StreamSession {
  const records = new Map<string, string>()
  const room = new LocalSession({
    ...plan,
    session: undefined,
    now,
    ahead: () => now() - time(),
    hashOf: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
    packer: brotliPacker,
    recordAt: (position) => records.get(nameOf(position)),
  })
  const timer = setInterval(() => {
    room.renderer.pass(time())
    room.changed()
  }, passIntervalMs)
  timer.unref()
  return {
    session: room,
    begin: (source, info) => room.renderer.begin(source, info),
    fold(lines, at) {
      for (const line of lines) {
        records.set(nameOf(line.at), line.text)
        room.renderer.fold(line, at)
      }
      if (lines.length > 0) room.changed()
    },
    end(source) {
      room.renderer.end(source)
      room.changed()
    },
    finish: () => clearInterval(timer),
  }
}

const nameOf = ({source, line, record}: Position): string => `${line}.${record} ${source}`
