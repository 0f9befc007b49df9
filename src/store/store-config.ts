import {randomBytes} from 'node:crypto'
import {closeSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeSync} from 'node:fs'
import {dirname} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {hasErrorCode, openPrivateFile} from '../files/private-files.ts'
import {objects, parseJson, text, texts} from '../model/fields.ts'
import {isJsonObject, type JsonObject} from '../model/index.ts'
import {replaceFile} from '../sinks/replace-file.ts'
import {StoreError} from './store-error.ts'

/** Reads the settings of a store; empty if there are none. */
export function readConfig(path: string): JsonObject {
  if (!existsSync(path)) return {}
  const config = parseJson(readFileSync(path, 'utf8'))
  if (isJsonObject(config)) return config
  // recount replaces it in one step, so recount did not damage it.
  throw new StoreError(`${path} is not a JSON object. Fix or remove it.`)
}

/** Changes the settings of a store: one writer after the other, in one step, keeping every field that is not changed. */
export function changeConfig(path: string, change: (config: JsonObject) => JsonObject): JsonObject {
  makePrivateFolder(dirname(path))
  return holdLock(`${path}.lock`, () => {
    const before = readConfig(path)
    const after = change(before)
    if (JSON.stringify(after) !== JSON.stringify(before))
      replaceFile(path, `${JSON.stringify(after, null, 2)}\n`)
    return after
  })
}

/** A workspace as the settings list it. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly path?: string | undefined
}

/** The settings with a workspace and one of its agents; existing entries are kept. */
export function withWorkspace(config: JsonObject, workspace: Workspace, agent: string): JsonObject {
  const known = objects(config, 'workspaces')
  const found = known.find((entry) => text(entry, 'id') === workspace.id)
  const agents = found ? texts(found, 'agents') : []
  if (found && (agents.includes(agent) || !isListOfTexts(found))) return config
  const {id, name, path} = workspace
  const fresh: JsonObject = {id, name, ...(path === undefined ? {} : {path}), agents: [agent]}
  return {
    version: 1,
    ...config,
    workspaces: found
      ? known.map((entry) => (entry === found ? {...entry, agents: [...agents, agent]} : entry))
      : [...known, fresh],
  }
}

/** Another program may list agents in another format, which is left alone. */
const isListOfTexts = (workspace: JsonObject): boolean => {
  const agents = workspace['agents']
  return agents === undefined || (Array.isArray(agents) && agents.every((agent) => typeof agent === 'string'))
}

/** Work under a lock takes milliseconds, or seconds on a busy disk; an older lock is from a killed process. */
const staleMs = 5000
const lockTimeoutMs = 30_000

/** Runs a function under a lock: a file that only one process can create. */
function holdLock<T>(path: string, work: () => T): T {
  const own = randomBytes(8).toString('hex')
  const began = Date.now()
  while (!take(path, own)) {
    if (Date.now() - began > lockTimeoutMs)
      throw new StoreError(
        `Cannot write: another program has locked the store. Remove ${path} if that program is gone.`,
      )
    breakStale(path)
    pause(2 + Math.random() * 10)
  }
  try {
    return work()
  } finally {
    if (read(path) === own) rmSync(path, {force: true})
  }
}

function take(path: string, own: string): boolean {
  try {
    mark(openPrivateFile(path, 'wx'), path, own)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Writes the owner into a lock. If that fails, as on a full disk, the lock is removed. */
function mark(file: number, path: string, own: string): void {
  try {
    writeSync(file, own)
  } catch (error) {
    rmSync(path, {force: true})
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * Removes a stale lock by renaming it first, so that only one of several processes succeeds. If a process renames a lock that
 * was created meanwhile, it puts it back.
 */
function breakStale(path: string): void {
  const about = statSync(path, {throwIfNoEntry: false})
  if (!about || !isStale(about)) return
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
    if (!isStale(statSync(aside))) linkSync(aside, path)
  } catch {
    // Another process was faster.
  } finally {
    rmSync(aside, {force: true})
  }
}

const isStale = ({mtimeMs}: {readonly mtimeMs: number}): boolean => Date.now() - mtimeMs >= staleMs

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Blocks the thread: the work under a lock is synchronous, and so is the wait for it. */
const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
