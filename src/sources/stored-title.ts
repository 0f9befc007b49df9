import {dirname, join} from 'node:path'
import {readSmallFile} from './open-regular-file.ts'
import {readHead} from './read-head.ts'

/** The file of a conversation in a store: as recount writes it, or as Chorus does. */
const storedFile =
  /[\\/](?:conversations|sessions)[\\/][^\\/]+[\\/][^\\/]+[\\/]([^\\/]+?)(?:-messages)?\.jsonl$/

const maxBytes = 16_000_000

/** The file that has the title of a conversation that was copied out of its store. */
export const storedTitleFile = (path: string): string => path.replace(/\.jsonl$/, '.meta.json')

/** What a conversation of a store is called: by a note beside it, by its first line, or by the store's own index. */
export function storedTitle(path: string): string | undefined {
  const conversation = storedFile.exec(path)?.[1]
  if (conversation === undefined) return undefined
  return (
    readTitle(parsed(readSmallFile(storedTitleFile(path), maxBytes))) ??
    readTitle(parsed(firstLine(path))) ??
    readTitle(
      readIndexRows(join(dirname(path), 'conversations.json')).find(
        (row) => fieldOf(row, 'id') === conversation,
      ),
    )
  )
}

function firstLine(path: string): string | undefined {
  try {
    // The head is read as Latin-1.
    return Buffer.from(readHead(path).split('\n', 1)[0] ?? '', 'latin1').toString('utf8')
  } catch {
    return undefined
  }
}

function readIndexRows(path: string): readonly unknown[] {
  const value = parsed(readSmallFile(path, maxBytes))
  const rows = Array.isArray(value) ? value : fieldOf(value, 'conversations')
  return Array.isArray(rows) ? rows : []
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

function readTitle(value: unknown): string | undefined {
  const title = fieldOf(value, 'title')
  return typeof title === 'string' && title.trim() !== '' ? title : undefined
}
