import type {Branch} from './conversation.ts'
import type {Node} from './node.ts'

interface Graph {
  readonly nodes: ReadonlyMap<string, Node>
  readonly leafMark: {readonly leaf: string; readonly order: number} | undefined
}

/**
 * Finds the paths that a conversation left behind. Every record is on the live path, on a branch, or metadata.
 * Parallel calls fork the graph too, and so do compactions that repeat their summary: those are no branches.
 */
export function findBranches(session: Graph): readonly Branch[] {
  const nodes = [...session.nodes.values()].filter((node) => node.order >= 0 && node.agent === undefined)
  if (nodes.length === 0) return []
  nodes.sort((a, b) => a.order - b.order)
  const live = liveNodes(session, nodes)
  const groups = new Map<Node, Node[]>()
  const roots = new Map<Node, Node>()
  for (const node of nodes) {
    if (live.has(node)) continue
    const root = rootOf(session.nodes, live, roots, node)
    const group = groups.get(root)
    if (group) group.push(node)
    else groups.set(root, [node])
  }
  return [...groups].flatMap(([root, group]) => (isBranch(group) ? [branchOf(root, group)] : []))
}

/** The newest record with all before it, together with the parallel calls and results that hang beside that line. */
function liveNodes(graph: Graph, nodes: readonly Node[]): ReadonlySet<Node> {
  const live = new Set<Node>()
  const before = predecessors(nodes)
  for (
    let node = leafOf(graph, nodes);
    node && !live.has(node);
    node = parentOf(graph.nodes, node) ?? before.get(node)
  ) {
    live.add(node)
  }
  const answers = new Set<string>()
  for (const node of live) if (node.role === 'assistant' && node.group !== undefined) answers.add(node.group)
  for (const node of nodes) {
    const parent = parentOf(graph.nodes, node)
    const sibling = node.role === 'assistant' && node.group !== undefined && answers.has(node.group)
    if (sibling || (node.role === 'result' && parent && live.has(parent))) live.add(node)
  }
  return live
}

/** The client's own mark counts where it is newer than every record and points to another path than the newest. */
function leafOf(graph: Graph, nodes: readonly Node[]): Node | undefined {
  const newest = nodes.findLast((node) => node.role !== 'other' && node.role !== 'command') ?? nodes.at(-1)
  const mark = graph.leafMark
  const marked = mark && graph.nodes.get(mark.leaf)
  if (!newest || !marked || marked.order < 0 || mark.order < newest.order) return newest
  for (let node: Node | undefined = newest, steps = 0; node && steps <= nodes.length; steps++) {
    if (node === marked) return newest
    node = parentOf(graph.nodes, node)
  }
  return marked
}

/** A root in the middle of a file goes on from what stands before it: a compaction, a resume. */
function predecessors(nodes: readonly Node[]): ReadonlyMap<Node, Node> {
  const before = new Map<Node, Node>()
  let last: Node | undefined
  for (const node of nodes) {
    if (last) before.set(node, last)
    if (node.role !== 'other') last = node
  }
  return before
}

const parentOf = (nodes: ReadonlyMap<string, Node>, node: Node): Node | undefined =>
  node.parent === undefined ? undefined : nodes.get(node.parent)

/** The first record of the dead path a record is on; remembered for all it passes, so that long paths stay cheap. */
function rootOf(
  nodes: ReadonlyMap<string, Node>,
  live: ReadonlySet<Node>,
  roots: Map<Node, Node>,
  node: Node,
): Node {
  const passed: Node[] = []
  let root = node
  for (;;) {
    const known = roots.get(root)
    if (known) {
      root = known
      break
    }
    passed.push(root)
    const parent = parentOf(nodes, root)
    if (!parent || live.has(parent) || passed.length > nodes.size) break
    root = parent
  }
  for (const passing of passed) roots.set(passing, root)
  return root
}

/** Local commands in a row hang on one parent, and a repeated summary beside the first: neither is a path left. */
const isBranch = (group: readonly Node[]): boolean =>
  group.some(
    ({role}) => role === 'prompt' || role === 'assistant' || (role === 'boundary' && group.length > 1),
  )

function branchOf(root: Node, group: readonly Node[]): Branch {
  const told = group.filter((node) => node.role !== 'other')
  return {
    id: root.id,
    from: root.parent,
    leaf: (told.at(-1) ?? root).id,
    prompt: group.find((node) => node.prompt !== undefined)?.prompt,
    ids: group.map((node) => node.id),
  }
}
