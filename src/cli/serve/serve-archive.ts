import {randomBytes} from 'node:crypto'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Archive} from '../../archive/archive.ts'
import {openArchive} from '../../archive/open-archive.ts'
import {createServer} from '../../server/create-server.ts'
import type {RoomOpener} from '../../server/disk/open-session-room.ts'
import {threadedRooms} from '../../server/disk/open-session-room.ts'
import type {ServerParts} from '../../server/server-parts.ts'
import {archiveHome, claudeFolders, recordingsFolder} from '../archive-home.ts'
import type {Arguments} from '../command.ts'
import {complain} from '../complain.ts'
import {builtAssets} from '../export/assets.ts'
import type {Host} from '../host.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {priceOverrides} from '../price-overrides.ts'
import {wholeNumber} from '../whole-number.ts'
import {withArchive} from '../with-archive.ts'
import type {Entrance} from './access.ts'
import {accessFor, accessWish, addressFor, addressToOpen} from './access.ts'
import {keepUp, onThread, pauseFor} from './keep-up.ts'
import type {KeepUpTask} from './keep-up-messages.ts'
import type {Listener} from './listen.ts'
import {listen} from './listen.ts'
import {openBrowser} from './open-browser.ts'
import {openShow} from './open-show.ts'
import type {PipedStream} from './piped-stream.ts'
import {queryPool} from './query-pool.ts'
import {sessionRooms} from './session-rooms.ts'
import {troubleNotice} from './trouble-notice.ts'
import {watchArchive} from './watch-archive.ts'
import {webAssets} from './web-assets.ts'

const usualHost = '127.0.0.1'
const usualPort = 4680

/** Shows the archive on a local web page, and a stream that comes meanwhile, until it is ended. */
export async function serveArchive(
  host: Host,
  given: Arguments,
  piped: PipedStream | undefined,
): Promise<void> {
  const opener = threadedRooms()
  try {
    await withArchive(host, (archive) => serveFrom(archive, host, given, opener, piped))
  } finally {
    opener.close()
  }
}

async function serveFrom(
  archive: Archive,
  host: Host,
  given: Arguments,
  opener: RoomOpener,
  piped: PipedStream | undefined,
): Promise<void> {
  const access = accessFor(given.values.get('host') ?? usualHost, accessWish(host, given))
  const boot = randomBytes(6).toString('hex')
  const {style, script} = builtAssets()
  const assets = {style, script}
  const changes = new Set<() => void>()
  const changed = (): void => {
    for (const change of changes) change()
  }
  const notice = troubleNotice()
  let stopKeeping = async (): Promise<void> => {}
  let startKeeping = (): void => {}
  let sample: SampleArchive | undefined
  // Another process may write before all of this is set up, so what hears of it comes first.
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
  const rooms = sessionRooms({archive: shown, opener, boot, zone: host.zone, assets, overrides})
  const show = piped && openShow(host, piped, {boot, assets, overrides})
  const parts: ServerParts = {
    archive: {sessions: async (query) => shown().sessions(query)},
    queries,
    onChange(change) {
      changes.add(change)
      return () => void changes.delete(change)
    },
    notice,
    openRoom: rooms.openRoom,
    peekRoom: rooms.peekRoom,
    piped: show?.session,
    get isSample() {
      return sample !== undefined
    },
    boot,
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
  const end = listenForEnd(host, tidyUp, 0)
  const viewer = createServer(parts)
  let listener: Listener | undefined
  try {
    listener = await listen(viewer.app, given.values.get('host') ?? usualHost, portIn(given))
    await tellAddress(host, given, access, listener.port)
    if (piped?.hint !== undefined) await host.out.write(`${piped.hint}\n`)
    const played = show?.play(end.stopped)
    warmUp(parts).catch(() => {
      // Whoever asks for the same is told what is wrong.
    })
    await viewer.state.catalog.all()
    if (!given.switches.has('read-only') && !archive.readOnly) {
      startKeeping = () => {
        stopKeeping = keepUp(
          {
            changed: () => void update(),
            trouble(reason) {
              const news = notice.set(reason)
              if (news !== undefined) void complain(host, news)
            },
          },
          {start: onThread(keepUpTask(host)), pause: pauseFor},
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
    show?.session.room.close()
    await listener?.close()
    tidyUp()
    watched.close()
  }
}

const keepUpTask = (host: Host): KeepUpTask => ({
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

/** The first session that somebody opens should not wait for the code to be read and made fast. */
async function warmUp({archive, peekRoom, now}: ServerParts): Promise<void> {
  const [newest] = await archive.sessions({limit: 1, now: now()})
  const room = newest && (await peekRoom(newest))
  await room?.call('view', {most: 100_000}).finally(() => room.close())
}

const portIn = (given: Arguments): number => wholeNumber(given, 'port', {least: 0, most: 65_535}) ?? usualPort

async function tellAddress(host: Host, given: Arguments, access: Entrance, port: number): Promise<void> {
  const name = given.values.get('host') ?? usualHost
  const address = addressFor(name, port, access)
  const wanted = portIn(given)
  const other = wanted !== 0 && wanted !== port ? ` (port ${wanted} is taken)` : ''
  await host.out.write(`recount is at ${address}${other}\nCtrl-C ends it.\n`)
  if (given.switches.has('open')) openBrowser(addressToOpen(name, port, access), host.platform)
}

const samples = fileURLToPath(new URL('../../../samples/discount/transcript', import.meta.url))

interface SampleArchive {
  readonly archive: Archive
  close(): void
}

/** The sessions that come with the program, in an archive of their own, for those who have none yet. */
async function sampleArchive(host: Host): Promise<SampleArchive> {
  const folder = mkdtempSync(join(tmpdir(), 'recount-sample-'))
  const archive = await openArchive(folder, host.now)
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
