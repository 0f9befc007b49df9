import type {Answer} from './ledger.ts'
import type {ConversationState, SessionState} from './state.ts'

/**
 * Corrects who copied from whom. Of sessions with a common history the one that was read first was taken for the
 * original; the one that was there before gets its answers back.
 */
export function resolveLineage(state: ConversationState, session: SessionState): void {
  if (session.copiedFrom === undefined) return
  const others = [...answersOfOthers(session)].filter(([id, answers]) => {
    const other = state.sessions.get(id)
    if (!other || !wasBefore(session, other)) return true
    takeBack(session, other, answers)
    return false
  })
  // Whose answers came last is the nearest of those it goes on from.
  session.copiedFrom = others.at(-1)?.[0]
}

/** The answers of a session that are booked on others, by whom, in the order they came. */
function answersOfOthers(session: SessionState): ReadonlyMap<string, ReadonlySet<Answer>> {
  const byOwner = new Map<string, Set<Answer>>()
  for (const answer of session.graph.answers) {
    if (!answer || answer.session === session.id) continue
    const answers = byOwner.get(answer.session)
    if (answers) answers.add(answer)
    else byOwner.set(answer.session, new Set([answer]))
  }
  return byOwner
}

/**
 * Tells whether a session was there before another. Copies that the SDK makes say so; of others one that has nothing of
 * its own was, unless the other has no more either and came to its end before.
 */
function wasBefore(session: SessionState, other: SessionState): boolean {
  if (other.forkedFrom === session.id) return true
  if (session.forkedFrom === other.id || session.ownAnswers > 0) return false
  const own = new Set(session.graph.answers)
  const others = new Set(other.graph.answers)
  if (!isWithin(own, others)) return false
  return !isWithin(others, own) || (session.endedAt ?? 0) < (other.endedAt ?? 0)
}

type Answers = ReadonlySet<Answer | undefined>

/** Records that are no part of an answer do not count. */
const isWithin = (some: Answers, all: Answers): boolean =>
  [...some].every((answer) => answer === undefined || all.has(answer))

function takeBack(session: SessionState, fork: SessionState, answers: ReadonlySet<Answer>): void {
  fork.copiedFrom = session.id
  for (const answer of answers) {
    answer.session = session.id
    session.ownAnswers += 1
    fork.ownAnswers -= 1
  }
  for (const [id, run] of session.runs) {
    const copy = fork.runs.get(id)
    if (!copy || copy.copied || !run.copied) continue
    // Each is counted once either way, so the counts stay as they are.
    session.runs.set(id, {...run, copied: false})
    fork.runs.set(id, {...copy, copied: true})
  }
  for (const owner of [session, fork]) {
    for (const agent of owner.agents)
      agent.copied = owner.runs.get(agent.callId ?? '')?.copied ?? agent.copied
  }
}
