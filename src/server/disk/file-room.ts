import {createHash} from 'node:crypto'
import {statSync} from 'node:fs'
import {join} from 'node:path'
import {setImmediate} from 'node:timers/promises'
import type {Depth} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {SourceFile} from '../../sources/index.ts'
import {findSessionFiles, followSession, newBell} from '../../sources/index.ts'
import {CoreRoom} from '../room/core-room.ts'
import type {DocumentAssets} from '../room/room-document.ts'
import {packer} from './packer.ts'
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
  readonly #bell = newBell()
  #files: readonly SourceFile[] = []
  /** Where the first line begins that is read of the session's own file. */
  #base = 0
  #hasEnded = false
  #found = Number.NEGATIVE_INFINITY
  /** New files are looked for when it is set: something was made in the session's folders. */
  #isTold = false
  #later: NodeJS.Timeout | undefined
  #passed: number
  #ready: (failed?: Promise<never>) => void = () => {}

  constructor(plan: FileRoomPlan, now: () => number) {
    this.#plan = plan
    this.#now = now
    this.#passed = now()
    const {session, incarnation, address, zone, depth, assets, overrides, tail} = plan
    this.#base = tail ? tailOf(plan.main, tail.bytes) : 0
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
      packer,
      recordAt: ({source, offset, record}) =>
        readRecord(source, source === plan.main ? this.#base + offset : offset, record),
      cut: tail && this.#base > 0 ? {turns: tail.turns} : undefined,
    })
    this.#beUnready()
    this.#follow().catch((error: unknown) => {
      this.#ready(Promise.reject(error))
      this.room.fail()
    })
  }

  /** Who asks waits until everything that is there is folded. */
  #beUnready(): void {
    this.room.ready = new Promise((resolve) => {
      this.#ready = resolve
    })
    // Who asks hears of a failure; nobody may have asked yet.
    this.room.ready.catch(() => {})
  }

  /** Reads what is there, and follows it. */
  async #follow(): Promise<void> {
    const watch = watchSession(this.#plan.main, (isTold) => {
      this.#isTold ||= isTold
      this.#bell.ring()
    })
    let began = this.#now()
    let isNew = true
    try {
      for await (const step of followSession({
        find: () => this.#find(),
        wait: () => this.#bell.wait().then(() => true),
        isQuiet: () => !this.#isLive(),
        from: (path) => (path === this.#plan.main ? this.#base : 0),
      })) {
        if (this.room.isClosed) return
        const {core} = this.room
        switch (step.kind) {
          case 'begin':
            core.begin(step.file.path, step.file)
            break
          case 'lines':
            for (const line of step.lines) core.fold(line)
            this.#hasEnded = false
            break
          case 'end':
            core.end(step.file.path)
            this.#hasEnded = true
            break
          case 'reset':
            this.#beUnready()
            this.room.reset()
            this.#base = this.#plan.tail ? tailOf(this.#plan.main, this.#plan.tail.bytes) : 0
            this.#hasEnded = false
            isNew = true
            break
          case 'caught-up':
            watch.add([...this.#files.map(({path}) => path), ...agentPlaces(this.#plan.main)])
            if (isNew) {
              core.settle()
              this.#ready()
              void this.#learn()
            }
            isNew = false
            this.#pass()
            this.room.changed()
        }
        if (this.#now() - began < slice) continue
        await setImmediate()
        if (this.room.isClosed) return
        began = this.#now()
      }
    } finally {
      watch.close()
      clearTimeout(this.#later)
    }
  }

  /** The session's files; new ones are looked for now and then. */
  #find(): readonly SourceFile[] {
    const {main, session, tail} = this.#plan
    if (tail) {
      this.#files = [{path: main, session}]
      return this.#files
    }
    const isTold = this.#isTold
    this.#isTold = false
    const since = this.#now() - this.#found
    if (since <= (isTold ? finding : findingUntold)) {
      // What is made now may not be whole yet, and nothing tells of what is made in a folder that is new.
      if (isTold) this.#later ??= setTimeout(() => this.#lookLater(), finding)
      return this.#files
    }
    this.#found = this.#now()
    try {
      this.#files = findSessionFiles(main, () => {})
    } catch {
      // Gone for now; what was read of it stays.
    }
    return this.#files
  }

  #lookLater(): void {
    this.#later = undefined
    this.#found = Number.NEGATIVE_INFINITY
    this.#bell.ring()
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
    const newest = this.#files.reduce((latest, {path}) => Math.max(latest, modifiedAt(path)), 0)
    return this.#now() - newest < liveMs
  }

  /** Lets time pass for calls that stay silent. */
  #pass(): void {
    if (this.#hasEnded || this.#now() - this.#passed < passing) return
    this.#passed = this.#now()
    this.room.core.pass(this.#passed)
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
