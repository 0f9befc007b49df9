import {isForwarded, isoTime, SESSION_ID} from './session.mjs'
import {resultText} from './tools.mjs'

const FLAGS = ['tool_uses', 'thinking', 'tool_results']

/** Python's spelling of a time in UTC, to the microsecond. */
function pythonTime(story, t) {
  return isoTime(story, t).replace('Z', '000+00:00')
}

/** Seconds since 1970, as the backend stamps what the model and its tools say. */
function unixTime(story, t) {
  return (story.start + t) / 1000
}

function flags(...present) {
  return Object.fromEntries(FLAGS.map((name) => [`has_${name}`, present.includes(name)]))
}

/** Only lines of a sub-agent say whose they are. */
function owner({agent}) {
  return agent ? {parent_tool_use_id: agent.toolUseId} : {}
}

function system(story, t, subtype, content, fields) {
  const metadata = {
    subtype,
    session_id: SESSION_ID,
    working_directory: null,
    permissions: null,
    tools: [],
    model: null,
    system_prompt: null,
    ...fields,
    ...flags(),
  }
  return {type: 'system', content, timestamp: pythonTime(story, t), metadata, session_id: SESSION_ID}
}

function typed(story, t, content) {
  return {type: 'user', content, session_id: SESSION_ID, timestamp: pythonTime(story, t)}
}

/** One answer with all its blocks, at the place and time of the first of them. */
function assistant(event, {story, events}) {
  const {answer} = event
  const blocks = events.filter((each) => each.answer === answer && isForwarded(each))
  if (event !== blocks[0]) return []
  const of = (kind) => blocks.filter(({block}) => block.kind === kind)
  const texts = of('text').map(({block}) => block.text)
  const thoughts = of('thinking').map(({block, t}) => ({content: block.text, timestamp: unixTime(story, t)}))
  const uses = of('call').map(({block, t}) => ({
    id: block.id,
    name: block.tool,
    input: block.input,
    timestamp: unixTime(story, t),
  }))
  const thinking = thoughts.map(({content}) => content).join('\n\n')
  const metadata = {
    ...(thinking ? {thinking_content: thinking, thinking_blocks: thoughts} : {}),
    ...(uses.length > 0 ? {tool_uses: uses} : {}),
    ...flags(uses.length > 0 && 'tool_uses', thinking && 'thinking'),
    model: story.model,
    session_id: SESSION_ID,
    ...owner(answer.on),
  }
  const content = texts.join('\n\n') || 'Assistant response'
  const timestamp = unixTime(story, event.t)
  return [{type: 'assistant', content, timestamp, metadata, session_id: SESSION_ID}]
}

function toolResult(story, {call, answer, t}) {
  const timestamp = unixTime(story, t)
  const {result, id} = call
  const entry = {tool_use_id: id, content: resultText(result), is_error: result.isError ?? null, timestamp}
  const metadata = {tool_uses: [], tool_results: [entry], ...flags('tool_results'), ...owner(answer.on)}
  return {type: 'user', content: 'Tool results: 1 results', timestamp, metadata, session_id: SESSION_ID}
}

const MESSAGES = {
  init: ({turn, t}, {story}) => {
    const details = {working_directory: story.cwd, permissions: 'acceptEdits', model: story.model}
    const launched = system(story, t - 320, 'client_launched', 'Claude Code Launched')
    const ready = system(story, t, 'init', 'Claude Code ready', details)
    return turn.index === 0 ? [launched, ready] : [ready]
  },
  prompt: ({turn, t}, {story}) => [typed(story, t, turn.prompt)],
  block: (event, played) => assistant(event, played),
  result: (event, {story}) => [toolResult(story, event)],
  compacting: ({turn, t}, {story}) => [
    typed(story, turn.start, `/${turn.name}`),
    system(story, t, 'status', 'Compacting conversation'),
  ],
  compacted: ({turn, t}, {story}) => [
    system(story, t, 'compact_boundary', 'Conversation compacted', {
      compact_metadata: {trigger: 'manual', pre_tokens: turn.preTokens, post_tokens: turn.postTokens},
    }),
  ],
}

/** The messages as a web backend over the Python SDK keeps them: one per answer, one per tool result. */
export function webuiMessages(played) {
  return played.events.flatMap((event) => MESSAGES[event.kind]?.(event, played) ?? [])
}
