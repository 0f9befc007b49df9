import {createHash} from 'node:crypto'
import {statSync} from 'node:fs'
import {join} from 'node:path'
import {setImmediate} from 'node:timers/promises'
import type {Depth} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {SourceFile} from '../../sources/index.ts'
import {findSessionFiles, followSessionFiles, newWakeSignal} from '../../sources/index.ts'
import {LocalSession} from '../live-session/local-session.ts'
import type {DocumentAssets} from '../live-session/session-document.ts'
import {brotliPacker} from './brotli-packer.ts'
import {findTailOffset} from './find-tail-offset.ts'
import {readRecordAt} from './read-record-at.ts'
import {watchSession} from './watch-session.ts'

/** What a room of files is opened with; plain data, because it goes to other threads. */
export interface FileSessionOptions {
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
const passIntervalMs = 5000
/** New files of agents are looked for this often at most, and this often where nothing tells of them. */
const findIntervalMs = 500
const quietFindIntervalMs = 15_000
/** Reading makes way for others after this time. */
const maxWorkMs = 20

/** Opens a room of files, and follows them as they grow. */
export function openFileSession(plan: FileSessionOptions, now: () => number): LocalSession {
  return new FileFollower(plan, now).session
}

class FileFollower {
  readonly session: LocalSession
  readonly #plan: FileSessionOptions
  readonly #now: () => number
  readonly #bell = newWakeSignal()
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

  constructor(plan: FileSessionOptions, now: () => number) {
    this.#plan = plan
    this.#now = now
    this.#passed = now()
    const {session, incarnation, address, zone, depth, assets, overrides, tail} = plan
    this.#base = tail ? findTailOffset(plan.main, tail.bytes) : 0
    this.session = new LocalSession({
      session,
      incarnation,
      address,
      zone,
      depth,
      assets,
      overrides,
      now,
      hashOf: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
      packer: brotliPacker,
      recordAt: ({source, offset, record}) =>
        readRecordAt(source, source === plan.main ? this.#base + offset : offset, record),
      cut: tail && this.#base > 0 ? {turns: tail.turns} : undefined,
    })
    this.#beUnready()
    this.#follow().catch((error: unknown) => {
      this.#ready(Promise.reject(error))
      this.session.fail()
    })
  }

  /** Who asks waits until everything that is there is folded. */
  #beUnready(): void {
    this.session.ready = new Promise((resolve) => {
      this.#ready = resolve
    })
    // Who asks hears of a failure; nobody may have asked yet.
    this.session.ready.catch(() => {})
  }

  /** Reads what is there, and follows it. */
  async #follow(): Promise<void> {
    const watch = watchSession(this.#plan.main, (isTold) => {
      this.#isTold ||= isTold
      this.#bell.wake()
    })
    let began = this.#now()
    let isNew = true
    try {
      for await (const step of followSessionFiles({
        find: () => this.#find(),
        wait: () => this.#bell.wait().then(() => true),
        isQuiet: () => !this.#isLive(),
        from: (path) => (path === this.#plan.main ? this.#base : 0),
      })) {
        if (this.session.isClosed) return
        const {renderer} = this.session
        switch (step.kind) {
          case 'begin':
            renderer.begin(step.file.path, step.file)
            break
          case 'lines':
            for (const line of step.lines) renderer.fold(line)
            this.#hasEnded = false
            break
          case 'end':
            renderer.end(step.file.path)
            this.#hasEnded = true
            break
          case 'reset':
            this.#beUnready()
            this.session.reset()
            this.#base = this.#plan.tail ? findTailOffset(this.#plan.main, this.#plan.tail.bytes) : 0
            this.#hasEnded = false
            isNew = true
            break
          case 'caught-up':
            watch.add([...this.#files.map(({path}) => path), ...listAgentFolders(this.#plan.main)])
            if (isNew) {
              renderer.markAllSent()
              this.#ready()
              void this.#learn()
            }
            isNew = false
            this.#pass()
            this.session.changed()
        }
        if (this.#now() - began < maxWorkMs) continue
        await setImmediate()
        if (this.session.isClosed) return
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
    if (since <= (isTold ? findIntervalMs : quietFindIntervalMs)) {
      // What is made now may not be whole yet, and nothing tells of what is made in a folder that is new.
      if (isTold) this.#later ??= setTimeout(() => this.#lookLater(), findIntervalMs)
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
    this.#bell.wake()
  }

  async #learn(): Promise<void> {
    const {renderer} = this.session
    for (;;) {
      const began = this.#now()
      if (renderer.summarizeUnseen(() => this.#now() - began > maxWorkMs)) break
      await setImmediate()
      if (this.session.isClosed || renderer !== this.session.renderer) return
    }
    this.session.changed()
  }

  #isLive(): boolean {
    const newest = this.#files.reduce((latest, {path}) => Math.max(latest, modifiedAt(path)), 0)
    return this.#now() - newest < liveMs
  }

  /** Lets time pass for calls that stay silent. */
  #pass(): void {
    if (this.#hasEnded || this.#now() - this.#passed < passIntervalMs) return
    this.#passed = this.#now()
    this.session.renderer.pass(this.#passed)
  }
}

/** Places in the folders in which a session's agents are written down. */
function listAgentFolders(main: string): readonly string[] {
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
