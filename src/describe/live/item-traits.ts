import type {Item, Session} from '../../conversation/index.ts'
import type {MessageOf} from '../../model/index.ts'
import {depthIncludes, entryKinds} from '../../page/index.ts'
import type {PlainItem} from '../entries/describe-item.ts'
import {describeItem} from '../entries/describe-item.ts'

/** The announcement of a session or a turn, where an item is one. */
export const readInit = (item: Item): MessageOf<'init'> | undefined =>
  item.kind === 'message' && item.message.kind === 'init' ? item.message : undefined

/** Tells whether somebody said or did something, and did not only note it. */
export function isAction(item: Item, session: Session): boolean {
  if (item.kind === 'tool') return true
  const {kind, depth = entryKinds[kind].depth} = describeItem(item, session)
  return depthIncludes('tool', depth)
}

/** Tells whether an item ends what came before it: a turn, or the wait for its result. */
export const endsTurn = (item: Item): boolean =>
  item.kind === 'result' || (item.kind === 'message' && item.message.kind === 'prompt')

const compacting: ReadonlySet<string> = new Set(['compaction', 'compact-summary', 'instruction', 'status'])

/** Tells whether an item may come between `/compact` and its output. */
export const isCompacting = (item: Item): boolean =>
  item.kind === 'message' && compacting.has(item.message.kind)

/** Tells whether an item waits for more of itself. */
export function canGrow(item: PlainItem): boolean {
  switch (item.kind) {
    case 'text':
    case 'thinking':
      return item.partial
    case 'command':
    case 'shell':
      return item.output === undefined
    case 'hook':
      return item.outcome === 'running'
    default:
      return false
  }
}
