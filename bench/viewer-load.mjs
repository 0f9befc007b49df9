import {mkdirSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {ViewerClient} from './viewer-client.mjs'
import {growingSession} from './viewer-corpus.mjs'
import {projectsIn, residentMb, startViewer, waitFor} from './viewer-program.mjs'

/**
 * @typedef {ReturnType<typeof growingSession>} Session
 * @typedef {Awaited<ReturnType<typeof startViewer>>} Viewer
 */

/** Every so many messages somebody loses the connection. */
const losing = 3

/**
 * Many listen to sessions that grow, in programs of their own, for some seconds. Some lose their connections now and
 * then, and one is away from the first message to the last but few. Gives what each saw, and what the server held.
 * @param {{sessions: number, clients: number, seconds: number, gapMs: number}} input
 */
export async function listenUnderLoad({sessions: count, clients: many, seconds, gapMs}) {
  const home = mkdtempSync(join(tmpdir(), 'recount-load-'))
  try {
    mkdirSync(projectsIn(home), {recursive: true})
    const sessions = Array.from({length: count}, (_, index) => growingSession(projectsIn(home), index + 1))
    const viewer = await startViewer(home, {tellsMemory: true})
    try {
      for (const {id} of sessions) await waitFor(async () => (await fetch(`${viewer.url}/s/${id}`)).ok)
      const clients = Array.from({length: many}, (_, index) => {
        return new ViewerClient(`${viewer.url}/s/${sessions[index % count]?.id}`, /message (\d+)! of/g)
      })
      for (const client of clients) {
        await client.load()
        await client.connect()
      }
      return await listen({sessions, clients, viewer, seconds, gapMs})
    } finally {
      await viewer.end()
    }
  } finally {
    rmSync(home, {recursive: true, force: true})
  }
}

/**
 * @param {{sessions: Session[], clients: ViewerClient[], viewer: Viewer, seconds: number, gapMs: number}} load
 */
async function listen({sessions, clients, viewer, seconds, gapMs}) {
  const [away, ...others] = clients
  if (!away) throw new Error('A load needs clients.')
  /** @type {Map<number, number>} */
  const writtenAt = new Map()
  /** @type {{alive: number, resident: number | undefined}[]} */
  const memory = []
  const say = (/** @type {number} */ number) => {
    for (const [index, session] of sessions.entries()) session.say(`message ${number}! of ${index + 1}.`)
    writtenAt.set(number, performance.now())
  }
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  let said = 0
  let back = {missed: 0, got: 0, slices: 0, twice: 0}
  away.leave()
  // What everybody needs once is there after the first tenth.
  for (const until of [0.1, 0.5, 0.9, 1]) {
    while (elapsed() < seconds * until) {
      said += 1
      say(said)
      await pause(gapMs)
      if (said % losing > 0) continue
      const loser = others[(said * 7) % others.length]
      loser?.leave()
      await loser?.connect()
    }
    if (until === 0.9) back = await comeBack(away, others, said)
    else memory.push({alive: await viewer.aliveMb(), resident: residentMb(viewer.pid)})
  }
  const hasAll = (/** @type {ViewerClient} */ client) => client.shown().size === said
  await waitFor(async () => clients.every(hasAll), 30_000).catch(() => {})
  const delays = others.flatMap(({seenAt}) =>
    [...seenAt].map(([number, at]) => at - (writtenAt.get(number) ?? Number.NaN)),
  )
  return {
    said,
    memory,
    missing: sum(clients, (client) => said - client.shown().size),
    double: sum(clients, (client) => [...client.shown().values()].filter((times) => times > 1).length),
    seen: sum(clients, (client) => client.shown().size),
    repeated: sum(clients, ({repeated}) => repeated),
    reloads: sum(clients, ({reloads}) => reloads),
    delays: spread(delays),
    away: back,
  }
}

/**
 * Listens again after a long time, when all others have everything and nothing is written; gives what came then.
 * @param {ViewerClient} client
 * @param {ViewerClient[]} others
 * @param {number} said
 */
async function comeBack(client, others, said) {
  const before = client.shown().size
  await waitFor(async () => others.every((other) => other.shown().size === said), 30_000).catch(() => {})
  await client.connect()
  await waitFor(async () => client.shown().size === said, 30_000).catch(() => {})
  const slices = new Set(client.arrived).size
  return {
    missed: said - before,
    got: client.shown().size - before,
    slices,
    twice: client.arrived.length - slices,
  }
}

/** @param {ViewerClient[]} list @param {(client: ViewerClient) => number} numberIn */
const sum = (list, numberIn) => list.reduce((all, one) => all + numberIn(one), 0)

/** @param {number[]} values */
function spread(values) {
  const sorted = values.sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {p50: at(0.5), p95: at(0.95)}
}
