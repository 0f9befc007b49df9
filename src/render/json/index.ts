import type {Depth, PageEntry, SessionPage} from '../../page/index.ts'
import {jsonChunks} from '../../page/text/json-chunks.ts'

/**
 * The document of docs/page.md as it is written: its beginning, each session, its end. Session by session, so that a
 * document may be larger than memory.
 */
export const jsonPageStart = (depth: Depth): string =>
  `{\n  "format": "recount-page",\n  "version": 1,\n  "depth": ${JSON.stringify(depth)},\n  "sessions": [`

/** One session of the document; `place` counts from 0. */
export function* jsonPageSession(session: SessionPage, place: number): Generator<string> {
  yield place === 0 ? '\n    ' : ',\n    '
  yield* indented(session, '    ')
}

/** What comes after the last of so many sessions: lines that belong to none. */
export function* jsonPageEnd(sessions: number, strays: readonly PageEntry[]): Generator<string> {
  yield `${sessions === 0 ? '' : '\n  '}],\n  "strays": `
  yield* indented(strays, '  ')
  yield '\n}\n'
}

/** Line breaks in strings are escaped, so each one here begins a line. */
function* indented(value: unknown, indent: string): Generator<string> {
  for (const piece of jsonChunks(value)) yield piece.replaceAll('\n', `\n${indent}`)
}
