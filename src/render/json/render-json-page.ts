import type {Depth, PageEntry, SessionPage} from '../../page/index.ts'
import {jsonChunks} from '../../page/text/json-chunks.ts'
import {toPageEntryJson, toPageSessionJson} from './page-json.ts'

/** The start of a page as JSON (docs/json.md). It is written session by session, so that it can be larger than memory. */
export const jsonPageStart = (depth: Depth): string =>
  `{\n  "format": "recount-page",\n  "version": 1,\n  "depth": ${JSON.stringify(depth)},\n  "sessions": [`

/** One session of the page; `place` counts from 0. */
export function* jsonPageSession(session: SessionPage, place: number): Generator<string> {
  yield place === 0 ? '\n    ' : ',\n    '
  yield* indented(toPageSessionJson(session), '    ')
}

/** What follows the last session: lines that belong to no session. */
export function* jsonPageEnd(sessions: number, strays: readonly PageEntry[]): Generator<string> {
  yield `${sessions === 0 ? '' : '\n  '}],\n  "strays": `
  yield* indented(strays.map(toPageEntryJson), '  ')
  yield '\n}\n'
}

/** Line breaks in strings are escaped, so each line break here starts a line. */
function* indented(value: unknown, indent: string): Generator<string> {
  for (const chunk of jsonChunks(value)) yield chunk.replaceAll('\n', `\n${indent}`)
}
