import {readLines} from '../../dialects/index.ts'
import {readChunks, SourceError} from '../../sources/index.ts'

/** Says no to a file that was named and holds nothing of a conversation: an empty one, a program, a picture, prose. */
export function refuseForeign(path: string): void {
  const reader = readLines(path)
  for (const chunk of readChunks(path)) if (reader.push(chunk).some(isRecord)) return
  if (reader.end().some(isRecord)) return
  const what = reader.bytes === 0 ? 'it is empty' : 'there is no transcript or stream in it'
  throw new SourceError(`Cannot import ${path}: ${what}.`)
}

const isRecord = ({kind}: {readonly kind: string}): boolean => kind !== 'unreadable'
