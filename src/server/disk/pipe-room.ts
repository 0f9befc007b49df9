import {createHash} from 'node:crypto'
import type {LineReader} from '../../dialects/index.ts'
import {readLines} from '../../dialects/index.ts'
import type {Line} from '../../model/index.ts'
import {CoreRoom} from '../room/core-room.ts'
import type {FileRoomPlan} from './file-room.ts'

/** A room whose lines come through a pipe. */
export interface PipeRoom {
  readonly room: CoreRoom
  /** What came, and when. */
  push(chunk: Uint8Array, at: number): void
  /** Nothing more comes. */
  end(at: number): void
}

/** How often time passes for calls that stay silent. */
const passing = 2000

/** Opens a room for a stream that is on no disk; its records are kept, because they cannot be read again. */
export function openPipeRoom(
  plan: Pick<FileRoomPlan, 'incarnation' | 'address' | 'zone' | 'depth' | 'assets'>,
  now: () => number,
): PipeRoom {
  const source = '-'
  const reader: LineReader = readLines(source)
  const records = new Map<string, string>()
  const room = new CoreRoom({
    ...plan,
    session: undefined,
    now,
    hashOf: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
    recordAt: ({line, record}) => records.get(`${line}.${record}`),
  })
  const fold = (lines: readonly Line[], at: number): void => {
    for (const line of lines) {
      records.set(`${line.at.line}.${line.at.record}`, line.text)
      room.core.fold(line, at)
    }
    if (lines.length > 0) room.changed()
  }
  const timer = setInterval(() => {
    if (room.isClosed) return clearInterval(timer)
    room.core.pass(now())
    room.changed()
  }, passing)
  timer.unref()
  return {
    room,
    push: (chunk, at) => fold(reader.push(chunk), at),
    end(at) {
      clearInterval(timer)
      fold(reader.end(), at)
      room.core.end(source)
      room.changed()
    },
  }
}
