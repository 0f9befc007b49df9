import {createHash} from 'node:crypto'
import {statSync} from 'node:fs'
import {join} from 'node:path'
import {setImmediate} from 'node:timers/promises'
import type {Depth} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {findSessionFiles} from '../../sources/index.ts'
import {CoreRoom} from '../room/core-room.ts'
import type {DocumentAssets} from '../room/room-document.ts'
import {LineMerger} from './line-merger.ts'
import {readRecord} from './read-record.ts'
import {tailOf} from './tail-of.ts'
import {watchSession} from './watch-session.ts'

/** What a room of files is opened with; plain data, because it goes to other threads. */
export interface FileRoomPlan {
  readonly session: string
  readonly incarnation: string
  readonly address: string
  /** The session's own file, or a stream that tells of it. */
  readonly main: string
  /** Only the last bytes are read, and so many turns are said to be in all. */
  readonly tail?: {readonly bytes: number; readonly turns: number} | undefined
  readonly zone: string
  readonly depth: Depth
  readonly assets: DocumentAssets
  readonly overrides?: PriceOverrides | undefined
}

/** A session whose file has not grown for this long is taken for one that nobody works on. */
const liveMs = 5 * 60_000
/** How often time passes for calls that stay silent. */
const passing = 5000
/** New files of agents are looked for this often at most, and this often where nothing tells of them. */
const finding = 500
const findingUntold = 15_000
/** Reading makes way for others after this time. */
const slice = 20

/** Opens a room of files, and follows them as they grow. */
export function openFileRoom(plan: FileRoomPlan, now: () => number): CoreRoom {
  return new FileFollower(plan, now).room
}

class FileFollower {
  readonly room: CoreRoom
  readonly #plan: FileRoomPlan
  readonly #now: () => number
  #merger = new LineMerger()
  #isReading = false
  #isAgain = false
  #hasEnded = false
  #found = 0
  #later: NodeJS.Timeout | undefined

  constructor(plan: FileRoomPlan, now: () => number) {
    this.#plan = plan
    this.#now = now
    const {session, incarnation, address, zone, depth, assets, overrides, tail} = plan
    const from = tail ? tailOf(plan.main, tail.bytes) : 0
    this.room = new CoreRoom({
      session,
      incarnation,
      address,
      zone,
      depth,
      assets,
      overrides,
      now,
      hashOf: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
      recordAt: ({source, offset, record}) =>
        readRecord(source, this.#merger.offsetOf(source, offset), record),
      cut: tail && from > 0 ? {turns: tail.turns} : undefined,
    })
    this.room.ready = this.#begin(from)
    // Who asks hears of it; nobody may have asked yet.
    this.room.ready.catch(() => {})
  }

  async #begin(from = 0): Promise<void> {
    this.#merger = new LineMerger()
    this.#addFiles(from)
    await this.#read()
    if (!this.#isLive()) this.#end()
    this.room.core.settle()
    void this.#learn()
    this.#follow()
  }

  #addFiles(from = 0): void {
    this.#found = this.#now()
    const files = this.#plan.tail ? [{path: this.#plan.main, session: this.#plan.session}] : this.#find()
    for (const file of files) {
      if (this.#merger.has(file.path)) continue
      this.#merger.add(file, file.path === this.#plan.main ? from : 0)
      const {path, ...info} = file
      this.room.core.begin(path, info)
    }
  }

  #find() {
    try {
      return findSessionFiles(this.#plan.main, () => {})
    } catch {
      return []
    }
  }

  /** Reads what is there, and makes way for others now and then. */
  async #read(): Promise<void> {
    let began = this.#now()
    for (let line = this.#merger.take(); line; line = this.#merger.take()) {
      this.room.core.fold(line)
      this.#hasEnded = false
      if (this.#now() - began < slice) continue
      await setImmediate()
      if (this.room.isClosed) return
      began = this.#now()
    }
  }

  async #learn(): Promise<void> {
    const {core} = this.room
    for (;;) {
      const began = this.#now()
      if (core.learn(() => this.#now() - began > slice)) break
      await setImmediate()
      if (this.room.isClosed || core !== this.room.core) return
    }
    this.room.changed()
  }

  #isLive(): boolean {
    const newest = this.#merger.paths.reduce((latest, path) => Math.max(latest, modifiedAt(path)), 0)
    return this.#now() - newest < liveMs
  }

  /** Nobody writes any more: what is open stays so. */
  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    for (const line of this.#merger.finish()) this.room.core.fold(line)
    for (const path of this.#merger.paths) this.room.core.end(path)
  }

  #follow(): void {
    const look = (isTold: boolean): void => {
      if (this.room.isClosed) return
      const since = this.#now() - this.#found
      if (!this.#plan.tail && since > (isTold ? finding : findingUntold)) this.#addFiles()
      // What is made now may not be whole yet, and nothing tells of what is made in a folder that is new.
      else if (isTold) this.#later ??= setTimeout(() => this.#lookLater(look), finding)
      watch.add([...this.#merger.paths, ...agentPlaces(this.#plan.main)])
      this.#again().catch(() => this.room.fail())
    }
    const watch = watchSession(this.#plan.main, (isTold) =>
      this.room.isClosed ? watch.close() : look(isTold),
    )
    watch.add([...this.#merger.paths, ...agentPlaces(this.#plan.main)])
    const timer = setInterval(() => {
      if (this.room.isClosed) return clearInterval(timer)
      if (this.#hasEnded) return
      if (this.#isLive()) this.room.core.pass(this.#now())
      else this.#end()
      this.room.changed()
    }, passing)
    timer.unref()
  }

  #lookLater(look: (isTold: boolean) => void): void {
    this.#later = undefined
    // Not in the same instant at which it would be too early again.
    if (!this.room.isClosed && !this.#plan.tail) this.#addFiles()
    look(false)
  }

  /** Reads on; what comes while it reads is read afterwards. */
  async #again(): Promise<void> {
    this.#isAgain = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isAgain && !this.room.isClosed) {
        this.#isAgain = false
        this.#merger.wake()
        await this.#read()
        if (this.#merger.isBroken) await this.#anew()
        else this.room.changed()
      }
    } finally {
      this.#isReading = false
    }
  }

  async #anew(): Promise<void> {
    this.#hasEnded = false
    this.room.reset()
    this.#merger = new LineMerger()
    this.#addFiles(this.#plan.tail ? tailOf(this.#plan.main, this.#plan.tail.bytes) : 0)
    await this.#read()
    this.room.core.settle()
    void this.#learn()
  }
}

/** Places in the folders in which a session's agents are written down. */
function agentPlaces(main: string): readonly string[] {
  const folder = main.replace(/\.jsonl$/, '')
  return [join(folder, 'x'), join(folder, 'subagents', 'x')]
}

function modifiedAt(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
