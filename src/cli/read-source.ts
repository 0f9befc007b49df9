import type {Conversation} from '../conversation/index.ts'
import type {LineReader} from '../dialects/index.ts'
import {readLines} from '../dialects/index.ts'
import type {Line} from '../model/index.ts'
import type {SourceFile} from '../sources/index.ts'
import {readChunks} from '../sources/index.ts'
import {emptyStdin, followStdin} from './follow-stdin.ts'
import type {Host} from './host.ts'

/** Who follows the reading of a source. */
export interface Watcher {
  look(line: Line): void
  /** So many bytes more were read; reading goes on when this is done. */
  advance(bytes: number): Promise<void>
}

/** Folds a whole file. One that cannot be read to its end keeps what came before. */
export async function foldFile(state: Conversation, file: SourceFile, watcher: Watcher): Promise<LineReader> {
  const reader = readLines(file.path)
  const {path, ...info} = file
  state.begin(path, info)
  const fold = (lines: readonly Line[]): void => {
    for (const line of lines) {
      watcher.look(line)
      state.add(line)
    }
  }
  try {
    for (const chunk of readChunks(file.path)) {
      fold(reader.push(chunk))
      await watcher.advance(chunk.length)
    }
  } finally {
    fold(reader.end())
    state.end(file.path)
  }
  return reader
}

/** Folds standard input as it arrives; the time of arrival stands in for the time a record does not tell. */
export async function foldStdin(state: Conversation, host: Host, watcher: Watcher): Promise<LineReader> {
  const reader = readLines('-')
  let now = host.now()
  const fold = (lines: readonly Line[]): void => {
    for (const line of lines) {
      watcher.look(line)
      state.add(line, now)
    }
  }
  for await (const {chunk, at} of followStdin(host)) {
    now = at
    fold(reader.push(chunk))
    await watcher.advance(chunk.length)
  }
  fold(reader.end())
  state.end('-')
  if (reader.bytes === 0) throw emptyStdin()
  return reader
}
