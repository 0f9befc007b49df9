import {uuid} from './ids.mjs'
import {apiBlock, compaction, isForwarded, isoTime, projectFolder, SESSION_ID} from './session.mjs'
import {resultLine} from './stream-result.mjs'
import {reportOf, taskUsage} from './subagent.mjs'
import {resultBlock} from './tools.mjs'
import {placeholderUsage} from './usage.mjs'

const TOOLS = ['Task', 'AskUserQuestion', 'Bash', 'Edit', 'Glob', 'Grep', 'Read', 'TodoWrite', 'Write']
const COMMANDS = ['code-review', 'agents', 'clear', 'compact', 'config', 'context', 'init', 'mcp', 'model']
const AGENTS = ['claude', 'Explore', 'general-purpose', 'Plan', 'statusline-setup']

function system(subtype, fields) {
  return {type: 'system', subtype, ...fields}
}

/** The keys with which a line of a sub-agent begins and ends. */
function origin({agent}) {
  if (!agent) return {head: {parent_tool_use_id: null}, tail: {}}
  return {
    head: {parent_tool_use_id: agent.toolUseId, agent_id: agent.id},
    tail: {subagent_type: agent.type, task_description: agent.description},
  }
}

/** The permission decision in the stream's spelling, without what only the transcript says. */
function decisionOf({decision, source, reasonType}) {
  return reasonType ? {decision, source, reason_type: reasonType} : {decision, source}
}

/** The beginning of a task event: which task, in which run. */
function task(subtype, agent, fields) {
  const {id, runId} = agent
  return system(subtype, {task_id: id, run_id: runId, ...fields})
}

function progressText({tool, input}, cwd) {
  if (tool === 'Grep') return `Searching for ${input.pattern}`
  return `Reading ${input.file_path.slice(cwd.length + 1)}`
}

/** How a kind of event looks in the stream: one line or several. */
const LINES = {
  init: ({turn}, {story}) => [
    system('init', {
      cwd: story.cwd,
      session_id: SESSION_ID,
      tools: TOOLS,
      mcp_servers: [],
      model: story.model,
      permissionMode: 'acceptEdits',
      slash_commands: COMMANDS,
      terminal_slash_commands: [],
      apiKeySource: 'ANTHROPIC_API_KEY',
      claude_code_version: story.version,
      output_style: 'default',
      agents: AGENTS,
      skills: ['code-review'],
      plugins: [],
      capabilities: ['interrupt_receipt_v1', 'msg_lifecycle_v1'],
      analytics_disabled: false,
      product_feedback_disabled: false,
      uuid: uuid('init', turn.name),
      memory_paths: {auto: `${story.home}/.claude/projects/${projectFolder(story)}/memory/`},
      original_cwd: story.cwd,
      additional_directories: [],
      fast_mode_state: 'off',
      fast_mode_disabled_reason: 'sdk_opt_in_required',
      per_turn_effort_active: true,
      ultrathink_available: false,
      ultrathink_typed_raises: false,
      view_mode: 'default',
    }),
  ],

  prompt: ({turn, t}, {story}) => [
    {
      type: 'user',
      message: {role: 'user', content: turn.prompt},
      session_id: SESSION_ID,
      parent_tool_use_id: null,
      uuid: turn.uuid,
      timestamp: isoTime(story, t),
      isReplay: true,
    },
  ],

  'thinking-tokens': (event) => [
    system('thinking_tokens', {
      estimated_tokens: event.total,
      estimated_tokens_delta: event.delta,
      session_id: SESSION_ID,
      uuid: event.uuid,
    }),
  ],

  block: (event, {story}) => {
    if (!isForwarded(event)) return []
    const {answer, block, ms, t, uuid: id} = event
    const {head, tail} = origin(answer.on)
    const message = {
      model: story.model,
      id: answer.id,
      type: 'message',
      role: 'assistant',
      content: [apiBlock(answer, block)],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: placeholderUsage(answer.usage, answer.placeholder),
      context_management: null,
    }
    const timestamp = isoTime(story, t)
    const line = {type: 'assistant', message, ...head, session_id: SESSION_ID, uuid: id, timestamp}
    const thought = block.kind === 'thinking' ? {thinking_duration_ms: ms, thinking_display: 'updates'} : {}
    return [{...line, request_id: answer.requestId, ...thought, ...tail}]
  },

  result: ({call, answer, t}, {story}) => {
    const {head, tail} = origin(answer.on)
    const line = {
      type: 'user',
      message: {role: 'user', content: [resultBlock(call)]},
      ...head,
      session_id: SESSION_ID,
      uuid: call.resultUuid,
      timestamp: isoTime(story, t),
    }
    const structured = answer.on.agent ? {} : {tool_use_result: call.result.structured}
    const meta = [{id: call.id, permission_decision: decisionOf(call.permission)}]
    return [{...line, ...structured, tool_result_meta: meta, ...tail}]
  },

  'task-started': ({agent, uuid: id}) => [
    task('task_started', agent, {
      tool_use_id: agent.toolUseId,
      description: agent.description,
      subagent_type: agent.type,
      is_backgrounded: false,
      spawn_depth: 1,
      task_type: 'local_agent',
      prompt: agent.prompt,
      uuid: id,
      session_id: SESSION_ID,
    }),
  ],

  'agent-prompt': ({agent, t}, {story}) => {
    const {head, tail} = origin({agent})
    const message = {role: 'user', content: [{type: 'text', text: agent.prompt}]}
    const timestamp = isoTime(story, t)
    return [{type: 'user', message, ...head, session_id: SESSION_ID, uuid: agent.uuid, timestamp, ...tail}]
  },

  'task-progress': ({agent, call, t, uuid: id}, {story}) => [
    task('task_progress', agent, {
      tool_use_id: agent.toolUseId,
      description: progressText(call, story.cwd),
      subagent_type: agent.type,
      usage: taskUsage(agent, {t, calls: agent.calls.indexOf(call) + 1}),
      last_tool_name: call.tool,
      uuid: id,
      session_id: SESSION_ID,
    }),
  ],

  'task-updated': ({agent, t, uuid: id}, {story}) => [
    task('task_updated', agent, {
      patch: {status: 'completed', end_time: story.start + t},
      uuid: id,
      session_id: SESSION_ID,
    }),
  ],

  'task-notification': ({agent, uuid: id}, {story}) => [
    task('task_notification', agent, {
      tool_use_id: agent.toolUseId,
      status: 'completed',
      output_file: `/tmp/claude-1000/${projectFolder(story)}/${SESSION_ID}/tasks/${agent.id}.output`,
      summary: reportOf(agent),
      usage: taskUsage(agent),
      uuid: id,
      session_id: SESSION_ID,
    }),
  ],

  compacting: ({uuid: id}) => [system('status', {status: 'compacting', session_id: SESSION_ID, uuid: id})],

  'compact-done': ({uuid: id}) => [
    system('status', {status: null, compact_result: 'success', session_id: SESSION_ID, uuid: id}),
  ],

  compacted: ({turn, t}, played) => {
    const {boundary, summary, stdout, logicalParent, kept, text, dropped} = compaction(played, turn)
    const said = (content, at, id, flags) => ({
      type: 'user',
      message: {role: 'user', content},
      session_id: SESSION_ID,
      parent_tool_use_id: null,
      uuid: id,
      timestamp: isoTime(played.story, at),
      ...flags,
    })
    return [
      system('compact_boundary', {
        session_id: SESSION_ID,
        uuid: boundary,
        compact_metadata: {
          trigger: 'manual',
          pre_tokens: turn.preTokens,
          post_tokens: turn.postTokens,
          cumulative_dropped_tokens: dropped,
          duration_ms: turn.ms,
          preserved_segment: {head_uuid: kept[0], anchor_uuid: summary, tail_uuid: kept.at(-1)},
          preserved_messages: {anchor_uuid: summary, uuids: kept, all_uuids: kept},
        },
        logical_parent_uuid: logicalParent,
      }),
      said(text, turn.ended - 12, summary, {isReplay: false, isSynthetic: true}),
      said('<local-command-stdout>Compacted </local-command-stdout>', t, stdout, {isReplay: true}),
    ]
  },

  'turn-end': (event, played) => [resultLine(event, played)],
}

/** The lines that `claude -p --output-format stream-json --verbose` prints, each with its time in ms. */
export function streamLines(played) {
  return played.events.flatMap((event) =>
    LINES[event.kind](event, played).map((line) => ({t: event.t, line})),
  )
}

/** One line of offsets.txt: the line's number, its time in ms, its type. */
export function offsetLine({t, line}, index) {
  const type = line.subtype ? `${line.type}/${line.subtype}` : line.type
  return `${index + 1}\t${t}\t${type}`
}
