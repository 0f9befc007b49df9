import {addToSet} from '../../model/maps.ts'
import type {Response} from '../costs/ledger.ts'
import type {ConversationState, SessionState} from '../state/state.ts'
import {compareLineage, type LineageCandidate} from './compare-lineage.ts'

/**
 * Corrects which session is a copy. The first one that was read counted as the original; the real original gets its
 * responses back.
 */
export function resolveLineage(state: ConversationState, session: SessionState): void {
  if (session.copiedFrom === undefined) return
  const others = [...responsesOfOthers(session)].filter(([id, responses]) => {
    const other = state.sessions.get(id)
    if (!other || !isOriginal(session, other)) return true
    takeBackResponses(session, other, responses)
    return false
  })
  // The owner of the last copied responses is the nearest original.
  session.copiedFrom = others.at(-1)?.[0]
}

/** The responses of a session that are booked on others, by owner, in their order. */
function responsesOfOthers(session: SessionState): ReadonlyMap<string, ReadonlySet<Response>> {
  const byOwner = new Map<string, Set<Response>>()
  for (const response of session.graph.responses) {
    if (!response || response.session === session.id) continue
    addToSet(byOwner, response.session, response)
  }
  return byOwner
}

/** Whether a session is the original of another that has some of its responses. */
function isOriginal(session: SessionState, other: SessionState): boolean {
  const own = new Set(session.graph.responses)
  const others = new Set(other.graph.responses)
  return (
    compareLineage(
      {...lineageCandidate(session), hasOwn: !isWithin(own, others)},
      {...lineageCandidate(other), hasOwn: !isWithin(others, own)},
    ) < 0
  )
}

const lineageCandidate = ({id, forkedFrom, startedAt, endedAt, streams}: SessionState): LineageCandidate => ({
  id,
  forkedFrom,
  startedAt,
  endedAt,
  isStreamed: streams.size > 0,
})

type Responses = ReadonlySet<Response | undefined>

/** Records that are not part of a response do not count. */
const isWithin = (some: Responses, all: Responses): boolean =>
  [...some].every((response) => response === undefined || all.has(response))

function takeBackResponses(
  session: SessionState,
  fork: SessionState,
  responses: ReadonlySet<Response>,
): void {
  fork.copiedFrom = session.id
  for (const response of responses) {
    response.session = session.id
    session.ownResponses += 1
    fork.ownResponses -= 1
  }
  for (const [id, run] of session.runs) {
    const copy = fork.runs.get(id)
    if (!copy || copy.copied || !run.copied) continue
    // Each is counted once either way, so the counts of the conversation do not change.
    session.runCounts[run.state] += 1
    fork.runCounts[copy.state] -= 1
    session.runs.set(id, {...run, copied: false})
    fork.runs.set(id, {...copy, copied: true})
  }
  for (const owner of [session, fork]) {
    for (const agent of owner.agents)
      agent.copied = owner.runs.get(agent.callId ?? '')?.copied ?? agent.copied
  }
}
