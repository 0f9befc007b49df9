import type {EntryKind, PageEntry} from '../../page/index.ts'
import {joinBlocks} from './blocks.ts'
import {lineOf} from './entry-line.ts'
import {contextOf, type MarkdownOptions} from './markdown-options.ts'
import {renderNodes} from './nodes/render-nodes.ts'
import {renderEntries} from './render-entries.ts'
import {nodesBesides} from './tell-entry.ts'

/** What was said needs nobody's name where it stands alone. */
const said: ReadonlySet<EntryKind> = new Set([
  'prompt',
  'steering',
  'answer',
  'thinking',
  'memory',
  'teammate',
  'recap',
  'summary',
])

/** One entry by itself, to be put into something else: what was said as it was said, what was done with its line before it. */
export function renderMarkdownEntry(
  entry: PageEntry,
  options: MarkdownOptions & {readonly folder: string | undefined},
): string {
  const context = {
    ...contextOf(options, options.folder, 1),
    branches: new Map(),
    wanted: new Set<string>(),
    branch: entry.branch,
  }
  const nodes = [...entry.asked, ...entry.answered]
  const blocks = said.has(entry.kind)
    ? renderNodes(nodes, context)
    : [
        lineOf(entry, context),
        ...renderNodes(nodesBesides(entry), context),
        // An agent is what it said and did.
        ...(entry.kind === 'agent' ? renderEntries(entry.below, context) : []),
      ]
  return `${joinBlocks(blocks)}\n`
}
