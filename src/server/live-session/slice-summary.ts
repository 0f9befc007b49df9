import type {Slice} from '../../conversation/index.ts'
import {arrangeEntries} from '../../describe/page/arrange-entries.ts'
import type {SliceFacts} from '../../describe/page/describe-head.ts'
import {type DescribedSlice, describeSlice, type SessionView} from '../../describe/page/describe-slice.ts'
import {TouchedFiles} from '../../describe/page/touched-files.ts'
import type {Usage} from '../../model/index.ts'
import type {Depth, EntryCounts, Node, OutlinePart, PageEntry} from '../../page/index.ts'
import {countByGroup, outlineEntries, walkEntries} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'

/** What is remembered of a slice besides its HTML. */
export interface SliceSummary extends SliceFacts {
  /** Its entries without their content. */
  readonly entries: readonly PageEntry[]
  /** The first entry, and the first entry on another branch if there is one. */
  readonly edges: readonly PageEntry[]
  readonly outline: OutlinePart
  readonly usage: Usage | undefined
  /** In nano-dollars; undefined if a part has no known price. */
  readonly cost: {readonly nano: number; readonly isComplete: boolean} | undefined
  readonly counts: EntryCounts
  /** Calls and agents that are running. */
  readonly running: readonly PageEntry[]
}

/** The entries of a slice, arranged as the viewer shows them, and its summary. */
export function summarizeSlice(
  view: SessionView,
  slice: Slice,
  depth: Depth,
  overrides: PriceOverrides | undefined,
): {readonly entries: readonly PageEntry[]; readonly summary: SliceSummary} {
  const described = describeSlice(view, slice, slice.turn + 1, {depth, thinking: true})
  const entries = [...arrangeEntries(described.thread), ...described.others]
  const files = new TouchedFiles(view.session)
  const running: PageEntry[] = []
  for (const entry of walkEntries(entries)) {
    files.add(entry)
    if (entry.state === 'pending' || entry.state === 'running')
      running.push(toSkeleton({...entry, below: []}))
  }
  const skeletons = entries.map(toSkeleton)
  const other = skeletons.find(({branch}) => branch !== skeletons[0]?.branch)
  return {
    entries,
    summary: {
      entries: skeletons,
      edges: [...skeletons.slice(0, 1), ...(other ? [other] : [])],
      outline: outlineEntries(skeletons),
      usage: described.usage,
      cost: sliceCost(view, described, overrides),
      counts: countByGroup(entries),
      files: files.list(),
      agents: described.agents,
      running,
    },
  }
}

/** Undefined if a part has no price: a sum without it would look complete. */
function sliceCost(
  {conversation}: SessionView,
  {responses}: DescribedSlice,
  overrides: PriceOverrides | undefined,
): SliceSummary['cost'] {
  const priceOf = conversation.responsePrices(overrides)
  let [nano, isComplete] = [0, true]
  for (const id of responses) {
    const response = conversation.responses.get(id)
    if (!response) continue
    const price = priceOf(id)
    if (price === undefined) return undefined
    nano += price
    isComplete &&= response.final && !response.hidesRequests
  }
  return {nano, isComplete}
}

/** An entry as the outline, the timeline and the panel need it: without content, except to-do lists. */
function toSkeleton(entry: PageEntry): PageEntry {
  return {
    ...entry,
    asked: todosIn(entry.asked),
    answered: todosIn(entry.answered),
    below: entry.below.length === 0 ? none : entry.below.map(toSkeleton),
  }
}

/** One shared empty list: a session can have a million entries, with three lists each. */
const none: readonly never[] = []

function todosIn(nodes: readonly Node[]): readonly Node[] {
  const todos = nodes.filter(({kind}) => kind === 'todo')
  return todos.length === 0 ? none : todos
}
