import {randomBytes} from 'node:crypto'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Archive} from '../../../archive/archive.ts'
import {openArchiveFolder} from '../../../archive/open-archive.ts'
import {createServer} from '../../../server/create-server.ts'
import {type SessionOpener, threadedSessions} from '../../../server/disk/session-opener.ts'
import type {ServerOptions} from '../../../server/server-options.ts'
import {archiveHome, claudeFolders, recordingsFolder} from '../../archive/data-folders.ts'
import {knownPlanLimits} from '../../archive/plan-limits.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import {spendingPlan} from '../../archive/spending-plan.ts'
import {withArchive} from '../../archive/with-archive.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {builtAssets, webAssets} from '../../output/built-assets.ts'
import {addressFor, addressToOpen, createAccess, readAccessOptions, type ViewerAccess} from './access.ts'
import {archiveLiveSessions} from './archive-live-sessions.ts'
import type {IndexingTask} from './indexing-worker.ts'
import {indexingNotice, keepIndexing, pauseFor, startIndexingThread} from './keep-indexing.ts'
import {type Listener, listen} from './listen.ts'
import {openBrowser} from './open-browser.ts'
import {openPipedSession, type PipedStream, stdinStream} from './piped-stream.ts'
import {queryPool} from './query-pool.ts'
import {watchArchive} from './watch-archive.ts'

const defaultHost = '127.0.0.1'
const defaultPort = 4680

/** Shows the archive, and a stream if one is piped, on a local web page until Ctrl-C. */
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
  let sample: Awaited<ReturnType<typeof sampleArchive>> | undefined
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
  const liveSessions = archiveLiveSessions({archive: shown, opener, boot, zone: host.zone, assets, overrides})
  const show = piped && openPipedSession(host, piped, {boot, assets, overrides})
  const parts: ServerOptions = {
    archive: {sessions: async (query) => shown().sessions(query)},
    queries,
    onChange(change) {
      changes.add(change)
      return () => void changes.delete(change)
    },
    notice,
    openSession: liveSessions.openSession,
    openTail: liveSessions.openTail,
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
    spendingPlan: spendingPlan(host),
    planLimits: () => knownPlanLimits(host),
  }
  const tidyUp = (): void => {
    queries.close()
    liveSessions.close()
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
              const message = notice.set(reason)
              if (message !== undefined) void host.notify(message)
            },
          },
          {start: startIndexingThread(keepUpTask(host)), pause: pauseFor},
        )
      }
      startKeeping()
    }
    end.onWaiting()
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

/** If the archive cannot be read now, the next change tries again. */
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
  const live = newest && (await openTail(newest))
  await live?.call('view', {maxCharacters: 100_000}).finally(() => live.close())
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

/** The bundled sample session in a temporary archive, for users without sessions. */
async function sampleArchive(host: Host) {
  const folder = mkdtempSync(join(tmpdir(), 'recount-sample-'))
  const archive = await openArchiveFolder(folder, host.now)
  await archive.ingest([samples], {now: host.now, advance: async () => {}, skipped: () => {}})
  await archive.index()
  return {
    archive,
    close(): void {
      archive.close()
      rmSync(folder, {recursive: true, force: true})
    },
  }
}

/** `recount serve`: the archive as a local web page that updates live. */
export const runServe: RunCommand = async (host, given) => {
  const [operand] = given.operands
  if (operand !== undefined && operand !== '-')
    throw new Failure(`Cannot serve ${operand}. Use "-" for a stream on standard input, or no argument.`, 2)
  await serveArchive(host, given, operand === '-' ? stdinStream(host) : undefined)
}
