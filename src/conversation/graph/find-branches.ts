import {addToList} from '../../model/maps.ts'
import type {Response} from '../costs/ledger.ts'
import type {Branch} from '../session.ts'
import {parentAt, type RecordGraph, type Role, roleAt} from './record-graph.ts'

/** What branches are found in. */
export interface Branching {
  readonly graph: RecordGraph
  readonly leafMark: {readonly leaf: string; readonly records: number} | undefined
}

/**
 * Finds the abandoned branches of a conversation. Every record is on the live path, on a branch, or metadata. Parallel
 * calls fork the graph too, and so do compactions that repeat their summary: those are not branches.
 */
export function findBranches(session: Branching): readonly Branch[] {
  const {graph} = session
  const places = placesInGraph(graph)
  if (isStraight(graph, places)) return []
  const live = livePlaces(session, places)
  const groups = new Map<number, number[]>()
  const roots = new Map<number, number>()
  for (const place of places) {
    if (live.has(place)) continue
    const root = rootOf(graph, live, roots, place)
    addToList(groups, root, place)
  }
  return [...groups].flatMap(([root, group]) =>
    isBranch(graph, group) ? [branchOf(graph, root, group)] : [],
  )
}

/** The places of the main thread's records; one that was first read from a stream has its later place. */
function placesInGraph(graph: RecordGraph): readonly number[] {
  const places: number[] = []
  for (let place = 0; place < graph.ids.size; place += 1) {
    if (roleAt(graph, place) !== 'outside' && graph.ids.isLatest(place)) places.push(place)
  }
  return places
}

/** Whether every record follows the one before it, as in most sessions: then there are no branches. */
const isStraight = (graph: RecordGraph, places: readonly number[]): boolean =>
  places.every((place, at) => at === 0 || parentAt(graph, place) === places[at - 1])

/** The newest record with all before it, and the parallel calls and results next to that path. */
function livePlaces(session: Branching, places: readonly number[]): ReadonlySet<number> {
  const {graph} = session
  const live = new Set<number>()
  const before = predecessors(graph, places)
  for (let place = leafOf(session, places); place !== -1 && !live.has(place); ) {
    live.add(place)
    const parent = parentAt(graph, place)
    place = parent === -1 ? (before.get(place) ?? -1) : parent
  }
  const responses = new Set(
    [...live].map((place) => graph.responses[place]).filter((response) => response !== undefined),
  )
  for (const place of places) {
    const response = graph.responses[place]
    const sibling = response !== undefined && responses.has(response)
    if (sibling || (roleAt(graph, place) === 'result' && live.has(parentAt(graph, place)))) live.add(place)
  }
  return live
}

/** Local commands may be children of any older record; they do not show where the conversation ended. */
const canBeLeaf = (role: Role): boolean => role !== 'other' && role !== 'command'

/** The client's mark counts if it is newer than every record and points to another path than the newest. */
function leafOf({graph, leafMark}: Branching, places: readonly number[]): number {
  const newest = places.findLast((place) => canBeLeaf(roleAt(graph, place))) ?? places.at(-1) ?? -1
  const marked = (leafMark && graph.ids.placeOf(leafMark.leaf)) ?? -1
  if (!leafMark || marked === -1 || roleAt(graph, marked) === 'outside' || leafMark.records <= newest)
    return newest
  for (let place = newest, steps = 0; place !== -1 && steps <= places.length; steps++) {
    if (place === marked) return newest
    place = parentAt(graph, place)
  }
  return marked
}

/** A root in the middle of a file continues from the record before it: a compaction, a resume. */
function predecessors(graph: RecordGraph, places: readonly number[]): ReadonlyMap<number, number> {
  const before = new Map<number, number>()
  const rewinds = rewindsToStart(graph, places)
  let last = -1
  for (const place of places) {
    const isRoot = last !== -1 && parentAt(graph, place) === -1
    if (isRoot && !(rewinds.has(place) && isTalk(roleAt(graph, last)))) before.set(place, last)
    if (roleAt(graph, place) !== 'other') last = place
  }
  return before
}

/** After a command or a compaction a conversation may begin again without a rewind. */
const isTalk = (role: Role): boolean => role === 'prompt' || role === 'assistant' || role === 'result'

/**
 * Prompts that follow nothing although the file links its prompts: a person went back to the very beginning. A parent
 * that is named but not there was only cut away; and some clients write a history again from its beginning, with
 * responses that were there before.
 */
function rewindsToStart(graph: RecordGraph, places: readonly number[]): ReadonlySet<number> {
  const prompts = places.filter((place) => roleAt(graph, place) === 'prompt')
  const roots = prompts.filter((place) => parentAt(graph, place) === -1 && !graph.awaited.has(place))
  if (roots.length < 2 || roots.length === prompts.length) return new Set()
  const seen = new Set<Response>()
  const rewinds = new Set(roots)
  let root = -1
  for (const place of places) {
    if (rewinds.has(place)) root = place
    const response = graph.responses[place]
    if (!response) continue
    if (root !== -1 && seen.has(response)) rewinds.delete(root)
    root = -1
    seen.add(response)
  }
  return rewinds
}

/** The first record of the branch a record is on, cached for all records on the way: the work stays linear. */
function rootOf(
  graph: RecordGraph,
  live: ReadonlySet<number>,
  roots: Map<number, number>,
  place: number,
): number {
  const passed = new Set<number>()
  let root = place
  for (;;) {
    const known = roots.get(root)
    if (known !== undefined) {
      root = known
      break
    }
    passed.add(root)
    const parent = parentAt(graph, root)
    // Parents can go in a circle.
    if (parent === -1 || live.has(parent) || passed.has(parent)) break
    root = parent
  }
  for (const passing of passed) roots.set(passing, root)
  return root
}

/** Consecutive local commands have one parent, and a repeated summary the same as the first: neither is a branch. */
function isBranch(graph: RecordGraph, group: readonly number[]): boolean {
  return group.some((place) => {
    const role = roleAt(graph, place)
    return role === 'prompt' || role === 'assistant' || (role === 'boundary' && group.length > 1)
  })
}

function branchOf(graph: RecordGraph, root: number, group: readonly number[]): Branch {
  const idAt = (place: number): string => graph.ids.idAt(place) ?? ''
  const parent = parentAt(graph, root)
  return {
    id: idAt(root),
    from: parent === -1 ? graph.awaited.get(root) : idAt(parent),
    leaf: idAt(group.findLast((place) => roleAt(graph, place) !== 'other') ?? root),
    ids: group.map(idAt),
  }
}

/** The branch that each record of an abandoned path is on. */
export const branchesByRecord = (branches: readonly Branch[]): ReadonlyMap<string, string> =>
  new Map(branches.flatMap(({id, ids}) => ids.map((record) => [record, id] as const)))
