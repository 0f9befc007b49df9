import type {Depth, PageEntry, SessionPage} from '../../page/index.ts'
import {jsonPieces} from '../../page/json-pieces.ts'
import {jsonBeginning, jsonEnd, jsonSession} from '../../render/json/index.ts'
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
      yield jsonBeginning(depth)
      let count = 0
      const strays: PageEntry[] = []
      for await (const {sessions, strays: more} of read) {
        for (const session of sessions) {
          yield* jsonSession(session, count)
          count += 1
        }
        for (const stray of more) strays.push(stray)
      }
      yield* jsonEnd(count, strays)
    },
    *index(projects) {
      yield* jsonPieces({format: 'recount-index', version: 1, projects})
      yield '\n'
    },
  }
}

function* pieces(depth: Depth, session: SessionPage, strays: readonly PageEntry[]): Generator<string> {
  yield jsonBeginning(depth)
  yield* jsonSession(session, 0)
  yield* jsonEnd(1, strays)
}
