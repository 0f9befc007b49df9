import {uuid} from './ids.mjs'
import {SESSION_ID} from './session.mjs'
import {cost, finalUsage, modelUsage, total} from './usage.mjs'

function subagentStats(agents) {
  return {
    spawned: agents.length,
    requested: {background: 0, foreground: agents.length, unset: 0},
    started_in_background: 0,
    max_depth: agents.length > 0 ? 1 : 0,
    spawned_by_subagents: 0,
    completed: agents.length,
    failed: 0,
    killed: {parent: 0, user: 0, system: 0},
    refused: {depth_limit: 0, concurrency_limit: 0, budget: 0},
    by_type: Object.fromEntries(agents.map(({type}) => [type, 1])),
  }
}

/** What a result says of the whole session so far. */
function sessionSums({t, used}, {story, agents}) {
  return {
    total_cost_usd: cost(used),
    modelUsage: {[story.model]: modelUsage(used, story.model)},
    subagent_stats: subagentStats(agents.filter(({began}) => began < t)),
  }
}

/** How a result ends: where it stands among the results, and what was used since the one before. */
function tail({turn, usedSince}, {story}) {
  return {
    queued_turn_count: 0,
    result_index: turn.index,
    model_usage_since_last_result: {[story.model]: modelUsage(usedSince, story.model)},
  }
}

function answered(event, played) {
  const {turn, ms, apiMs} = event
  const {total_cost_usd, modelUsage, subagent_stats} = sessionSums(event, played)
  const [first] = turn.answers
  const calls = played.calls.filter(({answer}) => turn.answers.includes(answer))
  return {
    duration_api_ms: apiMs,
    stop_reason: 'end_turn',
    session_id: SESSION_ID,
    total_cost_usd,
    usage: finalUsage(total(turn.usages)),
    modelUsage,
    permission_denials: [],
    terminal_reason: 'completed',
    fast_mode_state: 'off',
    fast_mode_disabled_reason: 'sdk_opt_in_required',
    subagent_stats,
    safety_stops: 0,
    is_error: false,
    num_turns: calls.length + 1,
    subtype: 'success',
    api_error_status: null,
    result: turn.answers.at(-1).blocks.at(-1).text,
    ttft_ms: first.firstToken - turn.start,
    type: 'result',
    duration_ms: ms,
    uuid: uuid('turn-end', turn.name),
    ttft_stream_ms: first.firstToken - turn.start - 2,
    time_to_request_ms: first.began - turn.start,
    first_content_frame_ms: first.firstToken - turn.start,
    ...tail(event, played),
  }
}

/** A command of the client itself has no turns and no usage of its own; what it cost is in the sums. */
function commanded(event, played) {
  const {turn, ms} = event
  const {total_cost_usd, modelUsage, subagent_stats} = sessionSums(event, played)
  return {
    is_error: false,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    session_id: SESSION_ID,
    total_cost_usd,
    usage: {...finalUsage(total([])), inference_geo: ''},
    modelUsage,
    permission_denials: [],
    fast_mode_state: 'off',
    fast_mode_disabled_reason: 'sdk_opt_in_required',
    subagent_stats,
    safety_stops: 0,
    subtype: 'success',
    result: '',
    local_command: turn.name,
    type: 'result',
    duration_ms: ms,
    uuid: uuid('turn-end', turn.name),
    ...tail(event, played),
  }
}

/** The result line that ends a turn. */
export function resultLine(event, played) {
  return event.turn.kind === 'compact' ? commanded(event, played) : answered(event, played)
}
