import type {ArchiveReader, ListedSession} from '../../../archive/archive.ts'
import type {FileSessionOptions} from '../../../server/disk/file-session.ts'
import type {SessionOpener} from '../../../server/disk/session-opener.ts'
import type {ServerOptions} from '../../../server/server-options.ts'
import {Failure} from '../../failure.ts'
import {archiveSources} from '../export/archive-sources.ts'

/** Opens sessions that the archive knows, from disk or from the archive. */
export interface ArchiveLiveSessions extends Pick<ServerOptions, 'openSession' | 'openTail'> {
  close(): void
}

/** What live sessions are opened with. */
export interface ArchiveLiveSessionsOptions
  extends Pick<FileSessionOptions, 'zone' | 'assets' | 'overrides'> {
  /** The archive that is shown now. */
  readonly archive: () => ArchiveReader
  readonly opener: SessionOpener
  readonly boot: string
}

type SessionPaths = Pick<FileSessionOptions, 'main' | 'others'>

/** Opens live sessions. Sessions that only the archive has are restored into a temporary folder until `close`. */
export function archiveLiveSessions({
  archive,
  opener,
  boot,
  ...looks
}: ArchiveLiveSessionsOptions): ArchiveLiveSessions {
  const closing: (() => void)[] = []
  const restored = new Map<string, SessionPaths>()
  let opened = 0
  const findFiles = async (session: ListedSession): Promise<SessionPaths> => {
    const known = restored.get(session.sessionId)
    if (known !== undefined) return known
    const [source] = await archiveSources(archive(), [session], () => {})
    if (!source) throw new Failure('Cannot open this session: none of its files is in the archive.', 1)
    const {input, close} = await source.open()
    const {path: main, files} = input
    const found = {main, others: files.map(({path}) => path).filter((path) => path !== main)}
    if (source.archived) {
      closing.push(close)
      restored.set(session.sessionId, found)
    }
    return found
  }
  const planFor = async (session: ListedSession): Promise<FileSessionOptions> => {
    opened += 1
    return {
      session: session.sessionId,
      incarnation: `${boot}.${opened}`,
      address: `/s/${encodeURIComponent(session.sessionId)}`,
      ...(await findFiles(session)),
      depth: 'hook',
      ...looks,
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
