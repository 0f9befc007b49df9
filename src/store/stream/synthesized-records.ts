import type {Conversation, Session} from '../../conversation/index.ts'
import {type Instant, type JsonObject, type ModelTotal, noUsage, type Usage} from '../../model/index.ts'
import {stableId} from '../stored-message.ts'

const uuidFor = (session: string, what: string): string => stableId(session, what, new Uint8Array(0))

/** The client's own first and last lines have no timestamp; the synthesized ones have. */
const timestamp = (time: Instant | undefined): JsonObject =>
  time === undefined ? {} : {timestamp: new Date(time).toISOString()}

/** The first line of a synthesized stream, which says so. */
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

/** The line with the title of a session. */
export const titleRecord = ({id}: Session, title: string): JsonObject => ({
  type: 'system',
  subtype: 'session_title_changed',
  title,
  session_id: id,
  uuid: uuidFor(id, 'title'),
})

/** What is known only at the end of a session. */
export interface SessionEnding {
  /** The last text. */
  readonly text: string | undefined
  /** The duration of the last turn, if the client noted it. */
  readonly turnMs: number | undefined
  /** The client's own totals for each model. */
  readonly totals: readonly ModelTotal[] | undefined
}

/**
 * The last line of a synthesized stream. A session that was cut off or has no response has none, like its stream. An unknown
 * cost is `null`, not 0.
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
    // Only the client's own totals, and only if they are complete, because a result's sum covers every response before it.
    // Otherwise the usage is in the lines, which are also recognized in copies.
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
  // An API error ends a turn; the client reports it as a success with `is_error`.
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
