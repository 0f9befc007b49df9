import type {Slice} from '../../conversation/index.ts'
import {arrangeEntries} from '../../describe/page/arrange-entries.ts'
import type {SliceFacts} from '../../describe/page/describe-head.ts'
import type {DescribedSlice, SessionView} from '../../describe/page/describe-slice.ts'
import {describeSlice} from '../../describe/page/describe-slice.ts'
import {TouchedFiles} from '../../describe/page/touched-files.ts'
import type {Usage} from '../../model/index.ts'
import type {Depth, EntryCounts, OutlinePart, PageEntry} from '../../page/index.ts'
import {countByGroup, outlineEntries, walkEntries} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {toSkeleton} from './skeleton-of.ts'

/** What is remembered of a slice besides its HTML. */
export interface SliceSummary extends SliceFacts {
  /** Its entries without what is in them. */
  readonly entries: readonly PageEntry[]
  /** The first entry, and the first that is on another branch if there is one. */
  readonly edges: readonly PageEntry[]
  readonly outline: OutlinePart
  readonly usage: Usage | undefined
  /** In nano-dollars, and whether that is all of it; nothing if the price of a part is not known. */
  readonly cost: {readonly nano: number; readonly isWhole: boolean} | undefined
  readonly counts: EntryCounts
  /** Calls and agents that are running. */
  readonly running: readonly PageEntry[]
}

/** The entries of a slice, arranged as the viewer shows them, and what is remembered of it. */
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

/** A sum without one of its parts would look complete, so there is none then. */
function sliceCost(
  {conversation}: SessionView,
  {responses}: DescribedSlice,
  overrides: PriceOverrides | undefined,
): SliceSummary['cost'] {
  const priceOf = conversation.responsePrices(overrides)
  let [nano, isWhole] = [0, true]
  for (const id of responses) {
    const response = conversation.responses.get(id)
    if (!response) continue
    const price = priceOf(id)
    if (price === undefined) return undefined
    nano += price
    isWhole &&= response.final && !response.hidesRequests
  }
  return {nano, isWhole}
}
