import {uuid} from './ids.mjs'
import {isoTime} from './session.mjs'

const AGENT = 'claude'
const CONVERSATION = uuid('conversation')

/** Where the conversation is kept, under `.chorus`. */
export function storedPath({story}) {
  return `conversations/${story.project}/${AGENT}/${CONVERSATION}.jsonl`
}

/** The settings beside the conversations: which workspaces there are. */
export function storedConfig({story}) {
  const workspace = {id: story.project, name: story.project, path: story.cwd, agents: [AGENT]}
  return {version: 1, defaultAgent: AGENT, workspaces: [workspace]}
}

/** Wraps each line of the stream, unchanged, in the envelope of the store. */
export function storedMessages({story}, lines) {
  return lines.map(({t, line}, at) => {
    const envelope = {
      id: uuid('stored', at),
      conversationId: CONVERSATION,
      agentId: AGENT,
      timestamp: isoTime(story, t),
      claudeMessage: line,
    }
    if (line.type !== 'result') return envelope
    return {...envelope, costUSD: line.total_cost_usd, durationMs: line.duration_ms}
  })
}
