import {jsonChunks} from '../../../../model/format-json.ts'
import type {Depth, PageEntry, SessionPage} from '../../../../page/index.ts'
import {escapeHiddenCharacters} from '../../../../page/text/hidden-characters.ts'
import {
  jsonPageEnd,
  jsonPageSession,
  jsonPageStart,
  toExportIndexJson,
} from '../../../../render/json/index.ts'
import type {PageFormat} from './page-format.ts'

/** Pages as JSON: the page tree of docs/page.md. */
export function jsonFormat(depth: Depth): PageFormat {
  return {
    ending: 'json',
    print: `json ${depth}`,
    assets: [],
    session: (session, strays) => ({parts: [pieces(depth, session, strays)]}),
    shared: undefined,
    async *document(read) {
      yield jsonPageStart(depth)
      let count = 0
      const strays: PageEntry[] = []
      for await (const {sessions, strays: more} of read) {
        for (const session of sessions) {
          yield* jsonPageSession(session, count)
          count += 1
        }
        for (const stray of more) strays.push(stray)
      }
      yield* jsonPageEnd(count, strays)
    },
    *index(projects) {
      yield* jsonChunks(toExportIndexJson(projects), escapeHiddenCharacters)
      yield '\n'
    },
  }
}

function* pieces(depth: Depth, session: SessionPage, strays: readonly PageEntry[]): Generator<string> {
  yield jsonPageStart(depth)
  yield* jsonPageSession(session, 0)
  yield* jsonPageEnd(1, strays)
}
