import type {ResponsePrices} from '../../archive/usage/response-prices.ts'
import type {Agent, Branch, Change, Conversation, Session} from '../../conversation/index.ts'
import {describeItem} from '../../describe/describe-item.ts'
import {arrange} from '../../describe/page/arrange.ts'
import {AgentPlacer} from '../../describe/page/place-agents.ts'
import {SessionStory} from '../../describe/page/session-story.ts'
import {TouchedFiles} from '../../describe/page/touched-files.ts'
import type {Telling} from '../../describe/scene.ts'
import {addUsage} from '../../model/index.ts'
import type {Depth, PageEntry} from '../../page/index.ts'
import {countBelow, walkEntries} from '../../page/index.ts'
import type {Piece, PieceFacts} from './piece.ts'
import type {RoomAnchors} from './room-anchors.ts'
import {skeletonOf} from './skeleton-of.ts'

/** A piece as it is told. */
export interface ToldPiece {
  readonly entries: readonly PageEntry[]
  readonly facts: PieceFacts
}

/** Tells pieces of a session one by one, as the whole page would tell them. */
export class PieceTeller {
  readonly #state: Conversation
  readonly #depth: Depth
  readonly #anchors: RoomAnchors
  readonly #prices: ResponsePrices
  /** Results count on from the ones before them; what they say of a turn is known when they come. */
  readonly #results = new Map<number, Telling>()

  constructor(state: Conversation, depth: Depth, anchors: RoomAnchors, prices: ResponsePrices) {
    this.#state = state
    this.#depth = depth
    this.#anchors = anchors
    this.#prices = prices
  }

  hear(change: Change): void {
    if (change.type !== 'item-added' || change.item.kind !== 'message') return
    if (change.item.message.kind === 'result')
      this.#results.set(change.item.key, describeItem(change.item, change.session))
  }

  /** `branchOf` names the path that a record is on, where that was left. */
  tell(piece: Piece, session: Session, branchOf: ReadonlyMap<string, string>): ToldPiece {
    const agents = [...piece.agents].flatMap((key) => session.agentsByKey.get(key) ?? [])
    agents.sort((a, b) => a.place - b.place)
    const options = {depth: this.#depth, thinking: true, results: this.#results}
    const branches = branchesOf(piece, agents, branchOf)
    const story = new SessionStory(this.#state, session, branches, options, this.#anchors)
    const number = piece.turn + 1
    const told = story.tell(piece.items, number, undefined)
    story.answerTasks()
    const placer = new AgentPlacer({...session, agents}, story, this.#depth)
    placer.placeBelow(told, number)
    const others = placer.takeOthers(Number.POSITIVE_INFINITY, number)
    const entries = [...arrange(told), ...others]
    const facts = factsOf(entries, session, placer)
    return {entries, facts: {...facts, cost: this.#costOf(entries)}}
  }

  /** A sum without one of its parts would look like the whole, so it is not told. */
  #costOf(entries: readonly PageEntry[]): PieceFacts['cost'] {
    let [nano, isWhole] = [0, true]
    for (const {usage, answer, record} of walkEntries(entries)) {
      if (!usage) continue
      const id = answer ?? record ?? ''
      const price = this.#prices.priceOf(id, usage)
      if (price === undefined) return undefined
      nano += price
      const known = this.#state.responses.get(id)
      isWhole &&= known?.final === true && !known.hidesRequests
    }
    return {nano, isWhole}
  }
}

function factsOf(
  entries: readonly PageEntry[],
  session: Session,
  placer: AgentPlacer,
): Omit<PieceFacts, 'cost'> {
  const files = new TouchedFiles(session)
  const running: PageEntry[] = []
  let usage: PieceFacts['usage']
  for (const entry of walkEntries(entries)) {
    files.note(entry)
    if (entry.usage) usage = usage ? addUsage(usage, entry.usage) : entry.usage
    if (entry.state === 'pending' || entry.state === 'running')
      running.push(skeletonOf({...entry, below: []}))
  }
  return {
    entries: entries.map(skeletonOf),
    usage,
    counts: countBelow(entries),
    files: files.list(),
    agents: placer.list(),
    running,
  }
}

/** The paths on which something of a piece stands, with nothing but that. */
function branchesOf(
  {items}: Piece,
  agents: readonly Agent[],
  branchOf: ReadonlyMap<string, string>,
): readonly Branch[] {
  if (branchOf.size === 0) return []
  const records = [...items, ...agents.flatMap((agent) => agent.items)].flatMap(({id}) => id ?? [])
  return records.flatMap((record) => {
    const id = branchOf.get(record)
    return id === undefined ? [] : [{id, ids: [record], from: undefined, leaf: record}]
  })
}
