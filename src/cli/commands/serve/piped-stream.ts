import type {StreamSession} from '../../../server/disk/stream-session.ts'
import {readStdin, SourceError} from '../../../sources/index.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {InputCopies} from '../print/input-copies.ts'

/** A conversation that comes from somewhere while it is shown, and is no session of the archive. */
export interface PipedStream {
  /** Its name in addresses. */
  readonly id: string
  /** What is said below the address. */
  readonly hint?: string
  /** What time it is in it. */
  readonly now: () => number
  /** Tells the room what comes, until nothing more does. */
  play(room: StreamSession, audience: PlaySignals): Promise<void>
}

/** Who looks at it. */
export interface PlaySignals {
  /** Resolves when someone has opened the page. */
  readonly visited: Promise<void>
  /** Resolves when the server is to end. */
  readonly stopped: Promise<void>
}

/** The stream on standard input. Its page stays after its end. `keep` opens the copies that are written before it is shown. */
export function stdinStream(
  host: Host,
  keep: () => Promise<InputCopies | undefined> = async () => undefined,
): PipedStream {
  if (host.stdin.isTTY)
    throw new Failure(
      'Cannot serve "-": standard input is not a pipe. Use: claude … --output-format stream-json --verbose | recount serve -',
      2,
    )
  return {
    id: 'pipe',
    now: host.now,
    async play(room, {stopped}) {
      const keeper = await keep()
      try {
        for await (const step of readStdin(host, {
          end: {stopped},
          onBytes: (chunk) => keeper?.write(chunk),
        })) {
          if (step.kind === 'end') room.end('-')
          if (step.kind !== 'lines') continue
          await keeper?.addLines(step.lines)
          room.fold(step.lines, step.at)
        }
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        await host.notify(error.message)
      } finally {
        await keeper?.close()
      }
      await keeper?.reportRecording()
    },
  }
}
