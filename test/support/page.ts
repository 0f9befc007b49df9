import {readInOrder} from '../../src/cli/read-in-order.ts'
import {Conversation} from '../../src/conversation/index.ts'
import type {DescribeOptions} from '../../src/describe/index.ts'
import {describePage} from '../../src/describe/index.ts'
import type {Page} from '../../src/page/index.ts'
import {findSessionFiles} from '../../src/sources/index.ts'

/** The page of the session that a file or folder holds. */
export function pageOf(path: string, options: Partial<DescribeOptions> = {}): Page {
  const files = findSessionFiles(path, () => {})
  const state = new Conversation({keep: 'all'})
  for (const {path: name, session, agent} of files) state.begin(name, {session, agent})
  for (const step of readInOrder(files))
    if (step.kind === 'line') state.add(step.line)
    else state.end(step.file.path)
  return describePage(state, {depth: 'tool', thinking: true, ...options})
}
