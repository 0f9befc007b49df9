import {Conversation} from '../conversation/index.ts'
import type {Instant, Usage} from '../model/index.ts'
import {conversationOf, timeOf} from '../model/line.ts'
import {readFileLines} from '../sources/index.ts'

/** What a conversation comes to. */
export interface ConversationSum {
  readonly messages: number
  /** Each session that it went through, the newest last: this one is resumed. */
  readonly sessions: readonly string[]
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly usage: Usage
  /** False where output tokens are a lower bound. */
  readonly complete: boolean
  /** What the client said it cost, each process and each session once; `undefined` where it did not say. */
  readonly costUSD: number | undefined
}

/** Adds up a conversation's file. */
export function sumConversation(path: string): ConversationSum {
  const state = new Conversation({keep: 'nothing'})
  let messages = 0
  let startedAt: Instant | undefined
  let endedAt: Instant | undefined
  let conversation: string | undefined
  for (const line of readFileLines(path)) {
    state.add(line)
    conversation ??= conversationOf(line)
    if (line.kind !== 'unreadable') messages += 1
    const time = timeOf(line)
    if (time === undefined) continue
    startedAt = Math.min(startedAt ?? time, time)
    endedAt = Math.max(endedAt ?? time, time)
  }
  state.end(path)
  const {usage, complete, reportedCostUsd} = state.spending()
  return {
    messages,
    sessions: [...state.sessions.keys()].filter((session) => session !== path && session !== conversation),
    startedAt,
    endedAt,
    usage,
    complete,
    costUSD: reportedCostUsd,
  }
}
