import type {Line} from '../../../model/index.ts'

/** What a recording notes of lines: their numbers and types. A line with several records has the type of its first. */
export function* arrivalRows(lines: readonly Line[]): Generator<readonly [line: number, type: string]> {
  for (const line of lines) if (line.at.record === 0) yield [line.at.line, typeOf(line)]
}

const typeOf = (line: Line): string =>
  line.kind === 'message' ? line.message.type : line.kind === 'unknown' ? line.type : line.kind
