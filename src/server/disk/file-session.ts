import {type FSWatcher, watch} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {setImmediate} from 'node:timers/promises'
import {
  describeFile,
  findSessionFiles,
  followSessionFiles,
  newWakeSignal,
  readFileStat,
  type SourceFile,
} from '../../sources/index.ts'
import {LocalSession, type LocalSessionOptions} from '../live-session/local-session.ts'
import {nodePlatform} from './node-platform.ts'
import {findTailOffset, readRecordAt} from './read-part.ts'

/** What a session is opened with; plain data, because it is sent to other threads. */
export interface FileSessionOptions
  extends Pick<LocalSessionOptions, 'incarnation' | 'address' | 'zone' | 'depth' | 'assets' | 'overrides'> {
  readonly session: string
  /** The session's own file, or a recorded stream of it. */
  readonly main: string
  /** More files of the session that are not next to the main file, such as the streams of other runs. */
  readonly others?: readonly string[] | undefined
  /** Read only the last bytes; `turns` is the number of turns in the whole session. */
  readonly tail?: {readonly bytes: number; readonly turns: number} | undefined
}

/** A session whose files have not grown for this long is not running. */
const liveMs = 5 * 60_000
/** How often calls are checked for being silent too long. */
const passIntervalMs = 5000
/** How often to look for new agent files: after a reported change, and otherwise. */
const findIntervalMs = 500
const quietFindIntervalMs = 15_000
/** Reading pauses after this time so that the event loop can run. */
const maxWorkMs = 20

/** Opens a session from its files, and follows them as they grow. */
export function openFileSession(options: FileSessionOptions, now: () => number): LocalSession {
  return new FileFollower(options, now).session
}

class FileFollower {
  readonly session: LocalSession
  readonly #options: FileSessionOptions
  readonly #now: () => number
  readonly #signal = newWakeSignal()
  #files: readonly SourceFile[] = []
  /** The offset in the main file where reading starts. */
  #base = 0
  #hasEnded = false
  #foundAt = Number.NEGATIVE_INFINITY
  /** The file system has reported a change in the session's folders. */
  #isReported = false
  #findTimer: NodeJS.Timeout | undefined
  #passedAt: number
  #setReady: (failed?: Promise<never>) => void = () => {}

  constructor(options: FileSessionOptions, now: () => number) {
    this.#options = options
    this.#now = now
    this.#passedAt = now()
    const {main, tail, ...rest} = options
    this.#base = this.#findBase()
    this.session = new LocalSession({
      ...rest,
      ...nodePlatform,
      now,
      recordAt: ({source, offset, record}) =>
        readRecordAt(source, source === main ? this.#base + offset : offset, record),
      cut: tail && this.#base > 0 ? {turns: tail.turns} : undefined,
    })
    this.#resetReady()
    this.#follow().catch((error: unknown) => {
      this.#setReady(Promise.reject(error))
      this.session.fail()
    })
  }

  #findBase(): number {
    const {main, tail} = this.#options
    return tail ? findTailOffset(main, tail.bytes) : 0
  }

  /** Calls wait until everything that exists is folded. */
  #resetReady(): void {
    this.session.ready = new Promise((resolve) => {
      this.#setReady = resolve
    })
    // Callers get the error; without a handler it would end the process.
    this.session.ready.catch(() => {})
  }

  /** Reads the files, and follows them. */
  async #follow(): Promise<void> {
    const {main} = this.#options
    const watch = watchSession(main, (isReported) => {
      this.#isReported ||= isReported
      this.#signal.wake()
    })
    let startedAt = this.#now()
    let isNew = true
    try {
      for await (const step of followSessionFiles({
        find: () => this.#find(),
        wait: () => this.#signal.wait().then(() => true),
        isQuiet: () => !this.#isLive(),
        from: (path) => (path === main ? this.#base : 0),
      })) {
        if (this.session.isClosed) return
        const {renderer} = this.session
        switch (step.kind) {
          case 'begin':
            renderer.fold.conversation.begin(step.file.path, step.file)
            break
          case 'lines':
            for (const line of step.lines) renderer.fold.add(line)
            this.#hasEnded = false
            break
          case 'end':
            renderer.fold.conversation.end(step.file.path)
            this.#hasEnded = true
            break
          case 'reset':
            this.#resetReady()
            this.session.reset()
            this.#base = this.#findBase()
            this.#hasEnded = false
            isNew = true
            break
          case 'caught-up':
            watch.add([...this.#files.map(({path}) => path), ...listAgentFolders(main)])
            if (isNew) {
              renderer.markAllSent()
              this.#setReady()
              void this.#summarize()
            }
            isNew = false
            this.#pass()
            this.session.changed()
        }
        if (this.#now() - startedAt < maxWorkMs) continue
        await setImmediate()
        if (this.session.isClosed) return
        startedAt = this.#now()
      }
    } finally {
      watch.close()
      clearTimeout(this.#findTimer)
    }
  }

  /** The session's files. New ones are looked for now and then. */
  #find(): readonly SourceFile[] {
    const {main, others = [], session, tail} = this.#options
    if (tail) {
      this.#files = [{path: main, session}]
      return this.#files
    }
    const isReported = this.#isReported
    this.#isReported = false
    if (this.#now() - this.#foundAt <= (isReported ? findIntervalMs : quietFindIntervalMs)) {
      // A new file may be incomplete, and changes in a new folder are not reported yet: look again.
      if (isReported) this.#findTimer ??= setTimeout(() => this.#findAgain(), findIntervalMs)
      return this.#files
    }
    this.#foundAt = this.#now()
    try {
      const own = findSessionFiles(main, () => {})
      const known = new Set(own.map(({path}) => path))
      const rest = others.filter((path) => !known.has(path) && readFileStat(path).size > 0)
      this.#files = [...own, ...rest.map(describeFile)]
    } catch {
      // The folder is gone for now; what was read stays.
    }
    return this.#files
  }

  #findAgain(): void {
    this.#findTimer = undefined
    this.#foundAt = Number.NEGATIVE_INFINITY
    this.#signal.wake()
  }

  async #summarize(): Promise<void> {
    const {renderer} = this.session
    for (;;) {
      const startedAt = this.#now()
      if (renderer.summarizeUnseen(() => this.#now() - startedAt > maxWorkMs)) break
      await setImmediate()
      if (this.session.isClosed || renderer !== this.session.renderer) return
    }
    this.session.changed()
  }

  #isLive(): boolean {
    const newest = this.#files.reduce((latest, {path}) => Math.max(latest, readFileStat(path).modified), 0)
    return this.#now() - newest < liveMs
  }

  /** Marks calls that have been silent too long. */
  #pass(): void {
    if (this.#hasEnded || this.#now() - this.#passedAt < passIntervalMs) return
    this.#passedAt = this.#now()
    this.session.renderer.fold.conversation.pass(this.#passedAt)
  }
}

/** Paths in the folders that agents of a session are written to. */
function listAgentFolders(main: string): readonly string[] {
  const folder = main.replace(/\.jsonl$/, '')
  return [join(folder, 'x'), join(folder, 'subagents', 'x')]
}

/** Files are checked this often even if the file system reports no change. */
const pollMs = 2000

/**
 * Reports possible changes until it is closed: of files in the main file's folder that start with its name, and of files in the folders of
 * its agents. Not every file system reports changes, so `onChange` is also called regularly, with false.
 */
function watchSession(main: string, onChange: (isReported: boolean) => void) {
  const watchers = new Map<string, FSWatcher>()
  const stem = basename(main).replace(/\.[^.]*$/, '')
  const home = dirname(main)
  const add = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      const watcher = watch(folder, {persistent: false}, (_event, name) => {
        if (folder !== home || name === null || name.startsWith(stem) || name.startsWith('agent-'))
          onChange(true)
      })
      watcher.on('error', () => watcher.close())
      watchers.set(folder, watcher)
    } catch {
      // Then it is only polled.
    }
  }
  add(home)
  const timer = setInterval(() => onChange(false), pollMs)
  timer.unref()
  return {
    /** Watches the folders of more files. */
    add(paths: readonly string[]): void {
      for (const path of paths) add(dirname(path))
    },
    close(): void {
      clearInterval(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}
