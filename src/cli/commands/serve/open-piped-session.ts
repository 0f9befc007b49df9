import type {FileSessionOptions} from '../../../server/disk/file-session.ts'
import {openStreamSession} from '../../../server/disk/stream-session.ts'
import type {PipedSession} from '../../../server/server-options.ts'
import type {Host} from '../../host.ts'
import type {PipedStream} from './piped-stream.ts'

/** A stream with the page that it is shown on. */
export interface PipedPage {
  readonly session: PipedSession
  /** Plays it until it has ended or `stopped` resolves; fails where it cannot be played on. */
  play(stopped: Promise<void>): Promise<void>
}

/** Opens the page of a stream; the page stays when the stream has ended. */
export function openPipedSession(
  host: Host,
  stream: PipedStream,
  {boot, ...looks}: {readonly boot: string} & Pick<FileSessionOptions, 'assets' | 'overrides'>,
): PipedPage {
  const {id} = stream
  const plan = {
    incarnation: `${boot}.${id}`,
    address: `/s/${id}`,
    zone: host.zone,
    depth: 'hook',
    ...looks,
  } as const
  const room = openStreamSession(plan, host.now, stream.now)
  let visit = (): void => {}
  const visited = new Promise<void>((resolve) => {
    visit = resolve
  })
  return {
    session: {id, live: room.session, onVisit: visit},
    async play(stopped) {
      await stream.play(room, {visited, stopped})
      room.finish()
    },
  }
}
