import {dirname, join} from 'node:path'
import {objects, parseJson, parseObject, text} from '../model/fields.ts'
import {isJsonObject, type JsonObject} from '../model/index.ts'
import {readSmallFile, readSmallObject} from './open-regular-file.ts'
import {readHead} from './read-head.ts'

/** The file of a conversation in a store: as recount writes it, or as Chorus does. */
const storedFile =
  /[\\/](?:conversations|sessions)[\\/][^\\/]+[\\/][^\\/]+[\\/]([^\\/]+?)(?:-messages)?\.jsonl$/

const maxBytes = 16_000_000

/** The file with the title of a conversation that was copied from its store. */
export const storedTitleFile = (path: string): string => path.replace(/\.jsonl$/, '.meta.json')

/** The title of a conversation of a store: from its notes, its first line, or the store's index. */
export function storedTitle(path: string): string | undefined {
  const conversation = storedFile.exec(path)?.[1]
  if (conversation === undefined) return undefined
  return (
    readTitle(readSmallObject(storedTitleFile(path), maxBytes)) ??
    readTitle(readFirstLine(path)) ??
    readTitle(readIndexRows(join(dirname(path), 'conversations.json')).find(({id}) => id === conversation))
  )
}

function readFirstLine(path: string): JsonObject | undefined {
  try {
    // The head is read as Latin-1.
    return parseObject(Buffer.from(readHead(path).split('\n', 1)[0] ?? '', 'latin1').toString('utf8'))
  } catch {
    return undefined
  }
}

function readIndexRows(path: string): readonly JsonObject[] {
  const value = parseJson(readSmallFile(path, maxBytes) ?? '')
  return objects(isJsonObject(value) ? value : {conversations: value}, 'conversations')
}

function readTitle(value: JsonObject | undefined): string | undefined {
  const title = value && text(value, 'title')
  return title?.trim() ? title : undefined
}
