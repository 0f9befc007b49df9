import type {ConversationState} from '../conversation/index.ts'
import {beginSource, endSource, foldLine} from '../conversation/index.ts'
import type {LineReader} from '../dialects/index.ts'
import {readLines} from '../dialects/index.ts'
import type {Line} from '../model/index.ts'
import type {SourceFile} from '../sources/index.ts'
import {readChunks} from '../sources/index.ts'
import {Failure} from './failure.ts'
import type {Host} from './host.ts'

/** Folds a whole file; `look` sees each line on its way. */
export function foldFile(
  state: ConversationState,
  file: SourceFile,
  look: (line: Line) => void = () => {},
): LineReader {
  const reader = readLines(file.path)
  beginSource(state, file.path, {session: file.session, agent: file.agent})
  const fold = (lines: readonly Line[]): void => {
    for (const line of lines) {
      look(line)
      foldLine(state, line)
    }
  }
  for (const chunk of readChunks(file.path)) fold(reader.push(chunk))
  fold(reader.end())
  endSource(state, file.path)
  return reader
}

/** Folds standard input as it arrives; the time of arrival stands in for the time a record does not tell. */
export async function foldStdin(
  state: ConversationState,
  host: Host,
  look: (line: Line) => void = () => {},
): Promise<LineReader> {
  const reader = readLines('-')
  const fold = (lines: readonly Line[]): void => {
    const now = host.now()
    for (const line of lines) {
      look(line)
      foldLine(state, line, now)
    }
  }
  for await (const chunk of host.stdin) fold(reader.push(chunk))
  fold(reader.end())
  endSource(state, '-')
  if (reader.bytes === 0) {
    throw new Failure(
      'Cannot read standard input: it was empty. Pipe a run into it: claude -p "…" --output-format stream-json --verbose | recount',
      1,
    )
  }
  return reader
}
