import {createHash, randomUUID} from 'node:crypto'
import {basename} from 'node:path'
import {objects, text} from '../../../model/fields.ts'
import {type ConversationStore, openConversationStore} from '../../../store/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import type {RunFollower} from './follow-run.ts'

/**
 * Writes the lines of a run to the conversation store in the options, if there is one. A store that cannot be used is an
 * error before anything runs.
 */
export function storeRecorder(host: Host, {values}: Arguments): RunFollower | undefined {
  const folder = values.get('store')
  if (folder === undefined) return undefined
  const store = openConversationStore(folder, {now: host.now})
  const agent = storeId(values.get('agent') ?? 'claude')
  const workspace = addWorkspace(store, values.get('workspace'), host.cwd, agent)
  const place = {workspace, agent, conversation: randomUUID()}
  const title = values.get('title')
  // Chorus has no field for a title; readers keep fields that they do not know.
  let fields = title === undefined ? undefined : {title}
  let isBegun = false
  return {
    async lines(lines, at) {
      store.append(
        place,
        lines.map((line, index) => ({line: line.text, time: at, fields: index === 0 ? fields : undefined})),
      )
      fields = undefined
      isBegun = true
    },
    async end() {
      if (isBegun) store.sync(place)
    },
  }
}

/** Adds a folder as a workspace. Folders with the same name get ids with a hash of their path. */
export function addWorkspace(
  store: ConversationStore,
  name: string | undefined,
  cwd: string,
  agent: string,
): string {
  const plain = storeId(name ?? (basename(cwd) || 'root'))
  const listed = objects(store.config(), 'workspaces').find((entry) => text(entry, 'id') === plain)
  const isOther = name === undefined && listed !== undefined && (text(listed, 'path') ?? cwd) !== cwd
  const id = isOther ? `${plain}-${shortHash(cwd)}` : plain
  store.addWorkspace({id, name: name ?? basename(cwd), path: cwd}, agent)
  return id
}

/** A name as an id that is safe in a path; a short hash keeps changed names distinct. */
export function storeId(name: string): string {
  const plain = name
    .trim()
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 100)
  return plain === name && name !== '' ? name : `${plain === '' ? 'x' : plain}-${shortHash(name)}`
}

const shortHash = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 6)
