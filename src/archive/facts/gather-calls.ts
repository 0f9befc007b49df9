import type {Facts} from './facts.ts'

/** A call as one file tells it, and how it ended. */
export interface GatheredCall {
  readonly session: string
  readonly id: string
  /** Of the call; absent where only its result was seen. */
  line: number | undefined
  agent: string | undefined
  tool: string | undefined
  path: string | undefined
  time: number | undefined
  failed: boolean | undefined
  /** It was not allowed to run. */
  denied: boolean | undefined
  /** The answer that it is part of. */
  message: string | undefined
  /** When its result came. */
  ended: number | undefined
  characters: number | undefined
  /** Web searches that its result reports. */
  searches: number | undefined
}

/** Gathers calls and results, those of one call together. */
interface CallGatherer {
  add(session: string, line: number, facts: Facts): void
  all(): readonly GatheredCall[]
}

/** No calls yet. */
export function gatherCalls(): CallGatherer {
  const calls = newBySession<GatheredCall>()
  const callOf = (session: string, id: string): GatheredCall => {
    const own = calls.of(session)
    const known = own.get(id)
    if (known) return known
    const call = newCall(session, id)
    own.set(id, call)
    return call
  }
  return {
    add(session, line, facts) {
      const {agent, time, response} = facts
      for (const {id, tool, path} of facts.calls) {
        const call = callOf(session, id)
        call.line ??= line
        call.agent ??= agent
        call.tool ??= tool
        call.path ??= path
        call.time ??= time
        call.message ??= response?.responseId
      }
      for (const {callId, failed, denied, characters, searches} of facts.results) {
        const call = callOf(session, callId)
        call.failed = failed || call.failed === true
        call.denied = denied || call.denied === true
        call.ended ??= time
        call.characters = Math.max(characters, call.characters ?? 0)
        call.searches = Math.max(searches, call.searches ?? 0)
      }
      for (const id of facts.denials) callOf(session, id).denied = true
    },
    all: calls.all,
  }
}

const newCall = (session: string, id: string): GatheredCall => ({
  session,
  id,
  line: undefined,
  agent: undefined,
  tool: undefined,
  path: undefined,
  time: undefined,
  failed: undefined,
  denied: undefined,
  message: undefined,
  ended: undefined,
  characters: undefined,
  searches: undefined,
})

/** Things by session and by an id that is only the session's own. */
interface BySession<Thing> {
  /** Those of a session, to be looked up and added to. */
  of(session: string): Map<string, Thing>
  all(): readonly Thing[]
}

/** Nothing yet. Most of a file is of one session: it is not looked up again, and no key is put together for each thing. */
export function newBySession<Thing>(): BySession<Thing> {
  const sessions = new Map<string, Map<string, Thing>>()
  let last: string | undefined
  let things = new Map<string, Thing>()
  return {
    of(session) {
      if (session === last) return things
      last = session
      things = sessions.get(session) ?? new Map()
      sessions.set(session, things)
      return things
    },
    all: () => [...sessions.values()].flatMap((some) => [...some.values()]),
  }
}
