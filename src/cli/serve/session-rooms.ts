import type {ListedSession, Reader} from '../../archive/archive.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {FileRoomPlan} from '../../server/disk/file-room.ts'
import type {RoomOpener} from '../../server/disk/open-session-room.ts'
import type {DocumentAssets} from '../../server/room/room-document.ts'
import type {ServerParts} from '../../server/server-parts.ts'
import {archiveSources} from '../export/archive-sources.ts'
import {Failure} from '../failure.ts'

/** Opens the rooms of sessions that the archive knows, from disk or out of the archive. */
export interface SessionRooms extends Pick<ServerParts, 'openRoom' | 'peekRoom'> {
  close(): void
}

/** What rooms are opened with. */
export interface SessionRoomsOptions {
  /** The archive that is asked now. */
  readonly archive: () => Reader
  readonly opener: RoomOpener
  readonly boot: string
  readonly zone: string
  readonly assets: DocumentAssets
  readonly overrides?: PriceOverrides | undefined
}

/** Sessions that only the archive has are written into a folder of their own until the end. */
export function sessionRooms({
  archive,
  opener,
  boot,
  zone,
  assets,
  overrides,
}: SessionRoomsOptions): SessionRooms {
  const closing: (() => void)[] = []
  const restored = new Map<string, string>()
  let opened = 0
  const mainFile = async (session: ListedSession): Promise<string> => {
    const known = restored.get(session.id)
    if (known !== undefined) return known
    const [source] = await archiveSources(archive(), [session], () => {})
    if (!source) throw new Failure('Cannot open this session: none of its files was kept.', 1)
    const {input, close} = await source.open()
    if (source.archived) {
      closing.push(close)
      restored.set(session.id, input.path)
    }
    return input.path
  }
  const planFor = async (session: ListedSession): Promise<FileRoomPlan> => {
    opened += 1
    return {
      session: session.id,
      incarnation: `${boot}.${opened}`,
      address: `/s/${encodeURIComponent(session.id)}`,
      main: await mainFile(session),
      zone,
      depth: 'hook',
      assets,
      overrides,
    }
  }
  return {
    openRoom: async (session) => opener.open(await planFor(session), session.turns),
    peekRoom: async (session) => opener.peek(await planFor(session)),
    close() {
      for (const close of closing) close()
    },
  }
}
