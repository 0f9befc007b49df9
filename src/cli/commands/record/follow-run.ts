import type {Line} from '../../../model/index.ts'
import {SinkError} from '../../../sinks/sink-error.ts'
import {type ArrivedChunk, followFile, readStream} from '../../../sources/index.ts'
import {StoreError} from '../../../store/store-error.ts'

/** Follows a recorded run. One that fails is reported and dropped; the run continues. */
export interface RunFollower {
  /** Gets bytes; the buffer is reused afterwards. */
  bytes?(chunk: Uint8Array): Promise<void>
  /** Gets lines. */
  lines?(lines: readonly Line[], at: number): Promise<void>
  end?(): Promise<void>
}

/** The run to follow. */
export interface FollowedRun {
  /** The file that the run prints into. */
  readonly path: string
  readonly ended: Promise<unknown>
  readonly now: () => number
  readonly followers: readonly RunFollower[]
  /** Called when a follower has failed. */
  failed(error: Error): Promise<void>
}

/** How much was recorded. */
export interface RecordedAmount {
  readonly lines: number
  readonly bytes: number
}

/** Follows a run to its end. Its output is already in the file, so no failure here loses any of it. */
export async function followRun({path, ended, now, followers, failed}: FollowedRun): Promise<RecordedAmount> {
  const active = new Set(followers)
  let count = 0
  let bytes = 0
  const each = async (step: (follower: RunFollower) => Promise<void> | undefined): Promise<void> => {
    for (const follower of active) {
      try {
        await step(follower)
      } catch (error) {
        if (!(error instanceof SinkError || error instanceof StoreError)) throw error
        active.delete(follower)
        await failed(error)
      }
    }
  }
  const arrivals = async function* (): AsyncGenerator<ArrivedChunk> {
    for await (const chunk of followFile(path, {ended})) yield {chunk, at: now()}
  }
  const onBytes = (chunk: Uint8Array): Promise<void> => each((follower) => follower.bytes?.(chunk))
  for await (const step of readStream(path, arrivals(), onBytes)) {
    if (step.kind === 'end') bytes = step.reader.bytes
    if (step.kind !== 'lines') continue
    const {lines, at = now()} = step
    count += lines.length
    await each((follower) => follower.lines?.(lines, at))
  }
  await each((follower) => follower.end?.())
  return {lines: count, bytes}
}

/** Notes when lines arrived. */
export const arrivalRecorder = (
  note: (rows: Iterable<readonly [number, string]>, at: number) => void,
): RunFollower => ({
  async lines(lines, at) {
    note(arrivalRows(lines), at)
  },
})

/** The rows that a recording notes for lines: number and type. A line with several records has the type of the first. */
export function* arrivalRows(lines: readonly Line[]): Generator<readonly [line: number, type: string]> {
  for (const line of lines) if (line.at.record === 0) yield [line.at.line, typeOf(line)]
}

const typeOf = (line: Line): string =>
  line.kind === 'message' ? line.message.type : line.kind === 'unknown' ? line.type : line.kind
