import {randomBytes} from 'node:crypto'
import type {Archive} from '../../archive/archive.ts'
import {createServer} from '../../server/create-server.ts'
import type {RoomOpener} from '../../server/disk/open-session-room.ts'
import {threadedRooms} from '../../server/disk/open-session-room.ts'
import type {PipeRoom} from '../../server/disk/pipe-room.ts'
import {openPipeRoom} from '../../server/disk/pipe-room.ts'
import type {ServerParts} from '../../server/server-parts.ts'
import type {Arguments, Run} from '../command.ts'
import {builtAssets} from '../export/assets.ts'
import {Failure} from '../failure.ts'
import {followStdin} from '../follow-stdin.ts'
import type {Host} from '../host.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {priceOverrides} from '../price-overrides.ts'
import {accessFor, addressFor} from '../serve/access.ts'
import {keepUp, tellTrouble} from '../serve/keep-up.ts'
import {listen} from '../serve/listen.ts'
import {openBrowser} from '../serve/open-browser.ts'
import {sampleArchive} from '../serve/sample-archive.ts'
import {sessionRooms} from '../serve/session-rooms.ts'
import {webAssets} from '../serve/web-assets.ts'
import {wholeNumber} from '../whole-number.ts'
import {withArchive} from '../with-archive.ts'

const usualHost = '127.0.0.1'
const usualPort = 4680
/** The session that comes through a pipe has this name in addresses. */
const pipedId = 'pipe'

/** `recount serve`: the archive as a local web page that follows what goes on. */
export const serve: Run = async (host, given) => {
  const [operand] = given.operands
  if (operand !== undefined && operand !== '-')
    throw new Failure(`Cannot serve ${operand}: it takes "-" for a stream on standard input, or nothing.`, 2)
  const opener = threadedRooms()
  try {
    await withArchive(host, (archive) => serveArchive(host, given, archive, opener))
  } finally {
    opener.close()
  }
}

async function serveArchive(
  host: Host,
  given: Arguments,
  archive: Archive,
  opener: RoomOpener,
): Promise<void> {
  const boot = randomBytes(6).toString('hex')
  const {style, script} = builtAssets()
  const assets = {style, script}
  const changes = new Set<() => void>()
  const changed = (): void => {
    for (const change of changes) change()
  }
  const isEmpty = (): boolean => archive.sessions({limit: 1, now: host.now()}).length === 0
  let sample = isEmpty() ? await sampleArchive(host) : undefined
  const shown = (): Archive => sample?.archive ?? archive
  const rooms = sessionRooms({archive: shown, opener, boot, zone: host.zone, assets})
  const pipe = given.operands[0] === '-' ? newPipe(host, boot, assets) : undefined
  const parts: ServerParts = {
    archive: {
      sessions: (question) => shown().sessions(question),
      search: (query, wish) => shown().search(query, wish),
      usage: (question) => shown().usage(question),
    },
    onChange(change) {
      changes.add(change)
      return () => void changes.delete(change)
    },
    openRoom: rooms.openRoom,
    peekRoom: rooms.peekRoom,
    piped: pipe && {id: pipedId, room: pipe.room},
    get isSample() {
      return sample !== undefined
    },
    boot,
    now: host.now,
    zone: host.zone,
    assets: webAssets(),
    access: accessFor(given.values.get('host') ?? usualHost, given.values.get('token')),
    overrides: priceOverrides(host),
  }
  const tidyUp = (): void => {
    rooms.close()
    sample?.close()
  }
  const end = listenForEnd(host, tidyUp, 0)
  const viewer = createServer(parts)
  let stopKeeping = async (): Promise<void> => {}
  const listener = await listen(viewer.app, given.values.get('host') ?? usualHost, portIn(given))
  try {
    await tellAddress(host, given, parts, listener.port)
    if (pipe) void readPipe(host, pipe)
    void warmUp(parts)
    viewer.state.catalog.all()
    if (!given.switches.has('read-only') && !archive.readOnly)
      stopKeeping = keepUp(host, () => {
        if (sample && !isEmpty()) {
          sample.close()
          sample = undefined
        }
        changed()
      })
    end.listening()
    await end.stopped
  } finally {
    end.forget()
    await stopKeeping()
    viewer.close()
    await listener.close()
    tidyUp()
  }
}

/** The first session that somebody opens should not wait for the code to be read and made fast. */
async function warmUp({archive, peekRoom, now}: ServerParts): Promise<void> {
  const [newest] = archive.sessions({limit: 1, now: now()})
  const room = newest && (await peekRoom(newest).catch(() => undefined))
  await room?.view({most: 100_000}).catch(() => undefined)
  room?.close()
}

const portIn = (given: Arguments): number => wholeNumber(given, 'port', {least: 0, most: 65_535}) ?? usualPort

async function tellAddress(host: Host, given: Arguments, {access}: ServerParts, port: number): Promise<void> {
  const address = addressFor(given.values.get('host') ?? usualHost, port, access)
  const wanted = portIn(given)
  const other = wanted !== 0 && wanted !== port ? ` (port ${wanted} is taken)` : ''
  await host.out.write(`recount is at ${address}${other}\nCtrl-C ends it.\n`)
  if (given.switches.has('open')) openBrowser(address, host.platform)
}

function newPipe(host: Host, boot: string, assets: Parameters<typeof openPipeRoom>[0]['assets']): PipeRoom {
  if (host.stdin.isTTY)
    throw new Failure(
      'Cannot serve "-": nothing is piped into it. Use: claude … --output-format stream-json --verbose | recount serve -',
      2,
    )
  const plan = {
    incarnation: `${boot}.pipe`,
    address: `/s/${pipedId}`,
    zone: host.zone,
    depth: 'hook',
    assets,
  } as const
  return openPipeRoom(plan, host.now)
}

/** The page stays when the stream has ended. */
async function readPipe(host: Host, pipe: PipeRoom): Promise<void> {
  try {
    for await (const {chunk, at} of followStdin(host)) pipe.push(chunk, at)
  } catch (error) {
    await tellTrouble(host, error instanceof Error ? error.message : String(error))
  }
  pipe.end(host.now())
}
