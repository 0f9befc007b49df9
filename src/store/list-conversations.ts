import {type Dirent, readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {objects, parseJson, text} from '../model/fields.ts'
import {isJsonObject, type JsonObject} from '../model/index.ts'

/** The place of a conversation in a store. */
export interface ConversationPlace {
  readonly workspace: string
  readonly agent: string
  readonly conversation: string
}

/** A conversation in a store. */
export interface StoredConversation extends ConversationPlace {
  readonly path: string
  /** `conversations` as recount writes it; `sessions` as Chorus itself writes it, which is only read. */
  readonly layout: 'conversations' | 'sessions'
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Its entry in Chorus's index, with every field. */
  readonly index: JsonObject | undefined
}

/** The file of a conversation in a Chorus store. */
export const conversationFile = (
  folder: string,
  {workspace, agent, conversation}: ConversationPlace,
): string => join(folder, 'conversations', workspace, agent, `${conversation}.jsonl`)

/** Lists every conversation of a store, of both layouts, the newest first. */
export function listConversations(folder: string): readonly StoredConversation[] {
  return [
    ...inLayout(folder, 'conversations', '.jsonl'),
    ...inLayout(folder, 'sessions', '-messages.jsonl'),
  ].sort((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1))
}

function inLayout(
  folder: string,
  layout: StoredConversation['layout'],
  ending: string,
): readonly StoredConversation[] {
  const root = join(folder, layout)
  return foldersIn(root).flatMap((workspace) =>
    foldersIn(join(root, workspace)).flatMap((agent) => {
      const place = join(root, workspace, agent)
      const index = layout === 'sessions' ? readIndex(join(place, 'conversations.json')) : new Map()
      return entriesOf(place)
        .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
        .flatMap(({name}) => {
          const conversation = name.slice(0, -ending.length)
          const path = join(place, name)
          const about = statSync(path, {throwIfNoEntry: false})
          if (!about) return []
          const {size, mtimeMs: modified} = about
          return [
            {workspace, agent, conversation, path, layout, size, modified, index: index.get(conversation)},
          ]
        })
    }),
  )
}

/** Chorus rewrites its index in place, so it may be unreadable for a moment; nothing depends on it. */
function readIndex(path: string): ReadonlyMap<string, JsonObject> {
  try {
    const value = parseJson(readFileSync(path, 'utf8'))
    const rows = Array.isArray(value)
      ? value.filter(isJsonObject)
      : isJsonObject(value)
        ? objects(value, 'conversations')
        : []
    return new Map(
      rows.flatMap((row) => (text(row, 'id') === undefined ? [] : [[text(row, 'id') ?? '', row]])),
    )
  } catch {
    return new Map()
  }
}

const foldersIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({name}) => name)

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch {
    return []
  }
}
