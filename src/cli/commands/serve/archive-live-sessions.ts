import type {ArchiveReader, ListedSession} from '../../../archive/archive.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {FileSessionOptions} from '../../../server/disk/file-session.ts'
import type {SessionOpener} from '../../../server/disk/session-opener.ts'
import type {DocumentAssets} from '../../../server/live-session/session-document.ts'
import type {ServerOptions} from '../../../server/server-options.ts'
import {Failure} from '../../failure.ts'
import {archiveSources} from '../export/archive-sources.ts'

/** Opens the rooms of sessions that the archive knows, from disk or out of the archive. */
export interface ArchiveLiveSessions extends Pick<ServerOptions, 'openSession' | 'openTail'> {
  close(): void
}

/** What rooms are opened with. */
export interface ArchiveLiveSessionsOptions {
  /** The archive that is asked now. */
  readonly archive: () => ArchiveReader
  readonly opener: SessionOpener
  readonly boot: string
  readonly zone: string
  readonly assets: DocumentAssets
  readonly overrides?: PriceOverrides | undefined
}

/** Sessions that only the archive has are written into a folder of their own until the end. */
export function archiveLiveSessions({
  archive,
  opener,
  boot,
  zone,
  assets,
  overrides,
}: ArchiveLiveSessionsOptions): ArchiveLiveSessions {
  const closing: (() => void)[] = []
  const restored = new Map<string, string>()
  let opened = 0
  const mainFile = async (session: ListedSession): Promise<string> => {
    const known = restored.get(session.sessionId)
    if (known !== undefined) return known
    const [source] = await archiveSources(archive(), [session], () => {})
    if (!source) throw new Failure('Cannot open this session: none of its files is in the archive.', 1)
    const {input, close} = await source.open()
    if (source.archived) {
      closing.push(close)
      restored.set(session.sessionId, input.path)
    }
    return input.path
  }
  const planFor = async (session: ListedSession): Promise<FileSessionOptions> => {
    opened += 1
    return {
      session: session.sessionId,
      incarnation: `${boot}.${opened}`,
      address: `/s/${encodeURIComponent(session.sessionId)}`,
      main: await mainFile(session),
      zone,
      depth: 'hook',
      assets,
      overrides,
    }
  }
  return {
    openSession: async (session) => opener.open(await planFor(session), session.turns),
    openTail: async (session) => opener.openTail(await planFor(session)),
    close() {
      for (const close of closing) close()
    },
  }
}
