import {existsSync, readFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {parseJson} from '../lines/index.ts'
import {objects, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import {replaceFile} from '../sinks/replace-file.ts'
import {holdLock} from './hold-lock.ts'
import {StoreError} from './store-error.ts'

/** Reads the settings of a store; none are an empty object. */
export function readConfig(path: string): JsonObject {
  if (!existsSync(path)) return {}
  const config = parseJson(readFileSync(path, 'utf8'))
  if (isJsonObject(config)) return config
  // It is replaced in one step, so nobody of ours has torn it.
  throw new StoreError(`Cannot use ${path}: it holds no JSON object. Mend it or move it away.`)
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

/** The settings with a workspace and an agent of it in the list; what is there already stays as it is. */
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

/** Another program may list its agents in another way, which is then its own. */
const isListOfTexts = (workspace: JsonObject): boolean => {
  const agents = workspace['agents']
  return agents === undefined || (Array.isArray(agents) && agents.every((agent) => typeof agent === 'string'))
}
