import {readInOrder} from '../../src/cli/read-in-order.ts'
import {Conversation} from '../../src/conversation/index.ts'
import type {PageOptions} from '../../src/describe/index.ts'
import {PageMaker} from '../../src/describe/index.ts'
import type {Page} from '../../src/page/index.ts'
import {findSessionFiles} from '../../src/sources/index.ts'

/** The page of the session that a file or folder holds. */
export function pageOf(path: string, options: Partial<PageOptions> = {}): Page {
  const files = findSessionFiles(path, () => {})
  const state = new Conversation({keep: 'all'})
  const maker = new PageMaker(state)
  for (const {path: name, session, agent} of files) state.begin(name, {session, agent})
  for (const step of readInOrder(files))
    maker.hear(step.kind === 'line' ? state.add(step.line) : state.end(step.file.path))
  return maker.page({depth: 'tool', thinking: true, ...options})
}
