import type {FileSessionOptions} from '../../../server/disk/file-session.ts'
import {openStreamSession, type StreamSession} from '../../../server/disk/stream-session.ts'
import {readStdin, SourceError} from '../../../sources/index.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {InputCopies} from '../print/input-copies.ts'

/** A conversation that arrives while it is shown and is not in the archive: standard input or a replay. */
export interface PipedStream {
  /** Its name in addresses. */
  readonly id: string
  /** A line to print below the address. */
  readonly hint?: string
  /** The current time of the conversation. */
  readonly now: () => number
  /** Feeds the live session until the input ends. */
  play(live: StreamSession, signals: PlaySignals): Promise<void>
}

/** When to start and when to stop. */
export interface PlaySignals {
  /** Resolves when someone has opened the page. */
  readonly visited: Promise<void>
  /** Resolves when the server must end. */
  readonly stopped: Promise<void>
}

/** The stream on standard input. Its page stays after the end. `keep` opens the copies, which are written first. */
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
    async play(live, {stopped}) {
      const keeper = await keep()
      try {
        for await (const step of readStdin(host, {
          end: {stopped},
          onBytes: (chunk) => keeper?.write(chunk),
        })) {
          if (step.kind === 'end') live.end('-')
          if (step.kind !== 'lines') continue
          await keeper?.addLines(step.lines)
          live.fold(step.lines, step.at)
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

/** Opens the page of a stream; the page stays when the stream has ended. */
export function openPipedSession(
  host: Host,
  stream: PipedStream,
  {boot, ...looks}: {readonly boot: string} & Pick<FileSessionOptions, 'assets' | 'overrides'>,
) {
  const {id} = stream
  const place = {incarnation: `${boot}.${id}`, address: `/s/${id}`}
  const live = openStreamSession({...place, zone: host.zone, depth: 'hook', ...looks}, host.now, stream.now)
  let visit = (): void => {}
  const visited = new Promise<void>((resolve) => {
    visit = resolve
  })
  return {
    session: {id, live: live.session, onVisit: visit},
    /** Plays it until it ends or `stopped` resolves. */
    async play(stopped: Promise<void>): Promise<void> {
      await stream.play(live, {visited, stopped})
      live.finish()
    },
  }
}
