import {branchesByRecord} from '../../conversation/graph/find-branches.ts'
import type {Conversation, Costs, Session} from '../../conversation/index.ts'
import type {Line} from '../../model/index.ts'
import {groupBy} from '../../model/maps.ts'
import type {Page, PageAgent, PageEntry, PageTurn, SessionPage} from '../../page/index.ts'
import {walkEntries} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {DescribeOptions} from '../entries/describe-entry.ts'
import {describeLine} from '../entries/describe-item.ts'
import {describeMetadata} from '../entries/describe-message.ts'
import {makeEntry} from '../entries/make-entry.ts'
import {Anchors} from './anchors.ts'
import {arrangeEntries} from './arrange-entries.ts'
import {describeHead} from './describe-head.ts'
import {describeSlice} from './describe-slice.ts'
import {describeTurn} from './describe-turn.ts'
import {TouchedFiles} from './touched-files.ts'

/** A conversation as pages show it. The conversation must keep everything (`keep: 'all'`). */
export function describePage(
  conversation: Conversation,
  options: DescribeOptions,
  overrides?: PriceOverrides,
): Page {
  const sessions = conversation.substantialSessions()
  const costs = conversation.costs(overrides).sessions
  const copies = groupBy(sessions, ({copiedFrom}) => copiedFrom)
  return {
    format: 'recount-page',
    version: 1,
    depth: options.depth,
    sessions: sessions.map((session) => ({
      ...describeSessionPage(conversation, session, costs.get(session.id), options),
      continuedBy: (copies.get(session.id) ?? []).map(({id}) => id),
    })),
    strays: options.depth === 'all' ? describeStrays(conversation.strays()) : [],
  }
}

function describeSessionPage(
  conversation: Conversation,
  session: Session,
  costs: Costs | undefined,
  options: DescribeOptions,
): SessionPage {
  const branches = conversation.branches(session.id)
  const view = {conversation, session, anchors: new Anchors(), branchOf: branchesByRecord(branches)}
  const slices = conversation.slices(session.id)
  const files = new TouchedFiles(session)
  const agents: PageAgent[] = []
  const turns = (slices?.turns() ?? []).flatMap((index): readonly PageTurn[] => {
    // The file of an agent alone has no turn that it could be in.
    const isOutside = index === -1
    const number = isOutside ? session.turns.length + 1 : index + 1
    const described = (slices?.of(index) ?? []).map((slice) => describeSlice(view, slice, number, options))
    for (const slice of described) for (const agent of slice.agents) agents.push(agent)
    const entries = [
      ...arrangeEntries(described.flatMap(({thread}) => thread)),
      ...described.flatMap(({others}) => others),
    ]
    for (const entry of walkEntries(entries)) files.add(entry)
    const turn = isOutside ? {startedAt: session.startedAt, durationMs: 0, spanMs: 0} : session.turns[index]
    const used = described.map(({usage}) => usage)
    return entries.length === 0 ? [] : [describeTurn(turn, {number, slice: 0}, used, entries)]
  })
  return describeHead({
    conversation,
    session,
    costs,
    branches,
    slices: [{files: files.list(), agents}],
    turns,
    archived: undefined,
    isCut: false,
  })
}

/** Describes lines that belong to no session. */
const describeStrays = (lines: readonly Line[]): readonly PageEntry[] =>
  lines.map((line, place) => {
    const key = `stray-${place + 1}`
    const content = line.kind === 'message' ? describeMetadata(line.message) : describeLine(line)
    const entry = makeEntry({session: {id: ''}, key}, content)
    return {...entry, anchor: key, branch: undefined, usage: undefined, refersTo: undefined, below: []}
  })
