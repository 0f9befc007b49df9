import {randomBytes} from 'node:crypto'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Archive} from '../../../archive/archive.ts'
import {openArchiveFolder} from '../../../archive/open-archive.ts'
import {createServer} from '../../../server/create-server.ts'
import type {SessionOpener} from '../../../server/disk/session-opener.ts'
import {threadedSessions} from '../../../server/disk/session-opener.ts'
import type {ServerOptions} from '../../../server/server-options.ts'
import {archiveHome, claudeFolders, recordingsFolder} from '../../archive/data-folders.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import {withArchive} from '../../archive/with-archive.ts'
import type {Arguments} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import type {Host} from '../../host.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {builtAssets, webAssets} from '../../output/built-assets.ts'
import type {ViewerAccess} from './access.ts'
import {addressFor, addressToOpen, createAccess, readAccessOptions} from './access.ts'
import {archiveLiveSessions} from './archive-live-sessions.ts'
import type {IndexingTask} from './indexing-messages.ts'
import {indexingNotice} from './indexing-notice.ts'
import {keepIndexing, pauseFor, startIndexingThread} from './keep-indexing.ts'
import type {Listener} from './listen.ts'
import {listen} from './listen.ts'
import {openBrowser} from './open-browser.ts'
import {openPipedSession} from './open-piped-session.ts'
import type {PipedStream} from './piped-stream.ts'
import {queryPool} from './query-pool.ts'
import {watchArchive} from './watch-archive.ts'

const defaultHost = '127.0.0.1'
const defaultPort = 4680

/** Shows the archive on a local web page, and a stream that comes meanwhile, until it is ended. */
export async function serveArchive(
  host: Host,
  given: Arguments,
  piped: PipedStream | undefined,
  onListening: (address: string) => void = () => {},
): Promise<void> {
  const opener = threadedSessions()
  try {
    await withArchive(host, (archive) => serveFrom(archive, host, given, opener, piped, onListening))
  } finally {
    opener.close()
  }
}

async function serveFrom(
  archive: Archive,
  host: Host,
  given: Arguments,
  opener: SessionOpener,
  piped: PipedStream | undefined,
  onListening: (address: string) => void,
): Promise<void> {
  const access = createAccess(given.values.get('host') ?? defaultHost, readAccessOptions(host, given))
  const boot = randomBytes(6).toString('hex')
  const {style, script} = builtAssets()
  const assets = {style, script}
  const changes = new Set<() => void>()
  const changed = (): void => {
    for (const change of changes) change()
  }
  const notice = indexingNotice()
  let stopKeeping = async (): Promise<void> => {}
  let startKeeping = (): void => {}
  let sample: SampleArchive | undefined
  // Another process may write while this is set up, so the watcher is started first.
  const update = async (): Promise<void> => {
    if (sample && (await hasSessions(isEmpty))) {
      sample?.close()
      sample = undefined
    }
    changed()
  }
  const shown = (): Archive => sample?.archive ?? watched.current()
  const overrides = priceOverrides(host)
  const queries = queryPool({folder: () => shown().folder, overrides})
  const watched = await watchArchive(archive, {
    now: host.now,
    changed: () => void update(),
    async release() {
      queries.close()
      await stopKeeping()
    },
    resume: () => startKeeping(),
  })
  const isEmpty = async (): Promise<boolean> =>
    (await watched.current().sessions({limit: 1, now: host.now()})).length === 0
  if (await isEmpty()) sample = await sampleArchive(host)
  const rooms = archiveLiveSessions({archive: shown, opener, boot, zone: host.zone, assets, overrides})
  const show = piped && openPipedSession(host, piped, {boot, assets, overrides})
  const parts: ServerOptions = {
    archive: {sessions: async (query) => shown().sessions(query)},
    queries,
    onChange(change) {
      changes.add(change)
      return () => void changes.delete(change)
    },
    notice,
    openSession: rooms.openSession,
    openTail: rooms.openTail,
    piped: show?.session,
    get isSample() {
      return sample !== undefined
    },
    bootId: boot,
    now: host.now,
    zone: host.zone,
    assets: webAssets(),
    access,
    overrides,
  }
  const tidyUp = (): void => {
    queries.close()
    rooms.close()
    sample?.close()
  }
  const end = listenForInterrupt(host, tidyUp, 0)
  const viewer = createServer(parts)
  let listener: Listener | undefined
  try {
    listener = await listen(viewer.app, given.values.get('host') ?? defaultHost, readPort(given))
    onListening(await printAddress(host, given, access, listener.port))
    if (piped?.hint !== undefined) await host.out.write(`${piped.hint}\n`)
    const played = show?.play(end.stopped)
    warmUp(parts).catch(() => {
      // The first request reports what is wrong.
    })
    await viewer.state.catalog.all()
    if (!given.switches.has('read-only') && !archive.readOnly) {
      startKeeping = () => {
        stopKeeping = keepIndexing(
          {
            changed: () => void update(),
            failed(reason) {
              const news = notice.set(reason)
              if (news !== undefined) void host.notify(news)
            },
          },
          {start: startIndexingThread(keepUpTask(host)), pause: pauseFor},
        )
      }
      startKeeping()
    }
    end.listening()
    await Promise.all([end.stopped, played])
  } finally {
    end.forget()
    startKeeping = () => {}
    await stopKeeping()
    viewer.close()
    show?.session.live.close()
    await listener?.close()
    tidyUp()
    watched.close()
  }
}

const keepUpTask = (host: Host): IndexingTask => ({
  archive: archiveHome(host),
  folders: [...claudeFolders(host), recordingsFolder(host)],
})

/** What cannot be asked at the moment is asked again with the next change. */
async function hasSessions(isEmpty: () => Promise<boolean>): Promise<boolean> {
  try {
    return !(await isEmpty())
  } catch {
    return false
  }
}

/** Loads and warms up the code, so that the first session that is opened does not wait for it. */
async function warmUp({archive, openTail, now}: ServerOptions): Promise<void> {
  const [newest] = await archive.sessions({limit: 1, now: now()})
  const room = newest && (await openTail(newest))
  await room?.call('view', {maxCharacters: 100_000}).finally(() => room.close())
}

const readPort = (given: Arguments): number =>
  wholeNumber(given, 'port', {min: 0, max: 65_535}) ?? defaultPort

async function printAddress(
  host: Host,
  given: Arguments,
  access: ViewerAccess,
  port: number,
): Promise<string> {
  const name = given.values.get('host') ?? defaultHost
  const address = addressFor(name, port, access)
  const wanted = readPort(given)
  const other = wanted !== 0 && wanted !== port ? ` (port ${wanted} is in use)` : ''
  await host.out.write(`recount is at ${address}${other}\nPress Ctrl-C to stop.\n`)
  if (given.switches.has('open')) openBrowser(addressToOpen(name, port, access), host.platform)
  return address
}

const samples = fileURLToPath(new URL('../../../../samples/discount/transcript', import.meta.url))

interface SampleArchive {
  readonly archive: Archive
  close(): void
}

/** The sessions that come with the program, in an archive of their own, for those who have none yet. */
async function sampleArchive(host: Host): Promise<SampleArchive> {
  const folder = mkdtempSync(join(tmpdir(), 'recount-sample-'))
  const archive = await openArchiveFolder(folder, host.now)
  await archive.ingest([samples], {now: host.now, advance: async () => {}, skipped: () => {}})
  await archive.index()
  return {
    archive,
    close() {
      archive.close()
      rmSync(folder, {recursive: true, force: true})
    },
  }
}
