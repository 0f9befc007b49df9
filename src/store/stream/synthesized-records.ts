import type {Conversation, Session} from '../../conversation/index.ts'
import type {Instant, JsonObject, ModelTotal, Usage} from '../../model/index.ts'
import {noUsage} from '../../model/index.ts'
import {stableId} from '../stored-message.ts'

const uuidFor = (session: string, what: string): string => stableId(session, what, new Uint8Array(0))

/** A client's own first and last line tell no time; here it is all that is left of when they were. */
const timestamp = (time: Instant | undefined): JsonObject =>
  time === undefined ? {} : {timestamp: new Date(time).toISOString()}

/** The beginning of a stream that was made, which says so. */
export function initRecord(session: Session, tools: readonly string[], madeBy: string): JsonObject {
  const {id, cwd, version, models} = session
  return {
    type: 'system',
    subtype: 'init',
    ...(cwd === undefined ? {} : {cwd}),
    session_id: id,
    tools,
    mcp_servers: [],
    ...(models.size === 0 ? {} : {model: [...models][0] ?? ''}),
    permissionMode: 'default',
    slash_commands: [],
    apiKeySource: 'none',
    ...(version === undefined ? {} : {claude_code_version: version}),
    output_style: 'default',
    agents: [],
    skills: [],
    plugins: [],
    uuid: uuidFor(id, 'init'),
    ...timestamp(session.startedAt),
    synthesized: {by: madeBy, from: 'transcript'},
  }
}

/** What a session is called, as streams tell it. */
export const titleRecord = ({id}: Session, title: string): JsonObject => ({
  type: 'system',
  subtype: 'session_title_changed',
  title,
  session_id: id,
  uuid: uuidFor(id, 'title'),
})

/** What only the whole of a session tells. */
export interface SessionEnding {
  /** What was said last. */
  readonly text: string | undefined
  /** How long the last turn took, where the client noted it. */
  readonly turnMs: number | undefined
  /** What the client itself noted of each model. */
  readonly totals: readonly ModelTotal[] | undefined
}

/**
 * The end of a stream that was made. A session that broke off or was left without an answer has none, as its stream would
 * have had none. A cost that nobody told is `null`, not 0.
 */
export function resultRecord(
  state: Conversation,
  session: Session,
  {text, totals, turnMs}: SessionEnding,
): JsonObject | undefined {
  const {id, outcome, startedAt, endedAt, turns} = session
  const subtype = subtypes.get(outcome.state)
  if (subtype === undefined) return undefined
  const spending = state.spendingBySession().get(id)
  const whole = startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt
  const duration = turnMs ?? whole
  return {
    type: 'result',
    subtype,
    is_error: outcome.state !== 'completed',
    ...(duration === undefined ? {} : {duration_ms: duration}),
    num_turns: (turns.at(-1)?.index ?? 0) + 1,
    ...(subtype === 'success' ? {result: text ?? ''} : {errors: []}),
    session_id: id,
    total_cost_usd: spending?.reportedCostUsd ?? null,
    // Only what the client itself has noted, and only if that is all: a result's sum counts for every answer before it.
    // The lines tell the rest, and are known again where they were copied.
    ...(totals && totals.length > 0 && spending?.complete
      ? {usage: wireUsage(spending?.usage ?? noUsage), modelUsage: Object.fromEntries(totals.map(wireTotal))}
      : {}),
    permission_denials: [],
    uuid: uuidFor(id, 'result'),
    ...timestamp(endedAt),
    synthesized: true,
  }
}

const subtypes: ReadonlyMap<Session['outcome']['state'], string> = new Map([
  ['completed', 'success'],
  // An error of the API ends a turn, and the client calls it a success with an error.
  ['failed', 'success'],
  ['interrupted', 'error_during_execution'],
])

const wireUsage = (usage: Usage): JsonObject => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
  cache_read_input_tokens: usage.cacheRead,
  output_tokens: usage.output,
  cache_creation: {
    ephemeral_1h_input_tokens: usage.cacheWrite1h,
    ephemeral_5m_input_tokens: usage.cacheWrite5m,
  },
})

const wireTotal = ({
  model,
  usage,
  costUsd,
  contextWindow,
  webSearches,
}: ModelTotal): readonly [string, JsonObject] => [
  model,
  {
    inputTokens: usage.input,
    outputTokens: usage.output,
    cacheReadInputTokens: usage.cacheRead,
    cacheCreationInputTokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cacheCreationEphemeral1hInputTokens: usage.cacheWrite1h,
    ...(webSearches === 0 ? {} : {webSearchRequests: webSearches}),
    ...(costUsd === undefined ? {} : {costUSD: costUsd}),
    ...(contextWindow === undefined ? {} : {contextWindow}),
  },
]
