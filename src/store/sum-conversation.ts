import {Conversation} from '../conversation/index.ts'
import {readLines} from '../dialects/index.ts'
import {conversationOf} from '../model/conversation-of.ts'
import type {Instant, Line, Usage} from '../model/index.ts'
import {readChunks} from '../sources/index.ts'

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
  const reader = readLines(path)
  let messages = 0
  let startedAt: Instant | undefined
  let endedAt: Instant | undefined
  let conversation: string | undefined
  const fold = (lines: readonly Line[]): void => {
    for (const line of lines) {
      state.add(line)
      conversation ??= conversationOf(line)
      if (line.kind !== 'unreadable') messages += 1
      const time = line.kind === 'message' ? line.message.time : undefined
      if (time === undefined) continue
      startedAt = Math.min(startedAt ?? time, time)
      endedAt = Math.max(endedAt ?? time, time)
    }
  }
  for (const chunk of readChunks(path)) fold(reader.push(chunk))
  fold(reader.end())
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
