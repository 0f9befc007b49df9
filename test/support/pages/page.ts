import {Conversation} from '../../../src/conversation/index.ts'
import type {DescribeOptions} from '../../../src/describe/index.ts'
import {describePage} from '../../../src/describe/index.ts'
import type {Page} from '../../../src/page/index.ts'
import {findSessionFiles, readSession} from '../../../src/sources/index.ts'

/** The page of the session that a file or folder holds. */
export function describePageOf(path: string, options: Partial<DescribeOptions> = {}): Page {
  const files = findSessionFiles(path, () => {})
  const state = new Conversation({keep: 'all'})
  for (const {path: name, session, agent} of files) state.begin(name, {session, agent})
  for (const step of readSession(files)) {
    if (step.kind === 'lines') for (const line of step.lines) state.add(line)
    if (step.kind === 'end') state.end(step.file.path)
  }
  return describePage(state, {depth: 'tool', thinking: true, ...options})
}
