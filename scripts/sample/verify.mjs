import {deepStrictEqual, ok, strictEqual} from 'node:assert'
import {cost} from './usage.mjs'

const GRAPH = ['user', 'assistant', 'system', 'attachment']

function parse(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function blocksOf({message}) {
  return Array.isArray(message?.content) ? message.content : []
}

/** The state each tool call of native lines ends in, by id. */
function nativeStates(lines) {
  const blocks = lines.flatMap(blocksOf)
  const states = new Map()
  for (const {type, id} of blocks) if (type === 'tool_use') states.set(id, 'open')
  for (const {type, tool_use_id: id, is_error: failed} of blocks) {
    if (type !== 'tool_result') continue
    strictEqual(states.get(id), 'open', `a result for ${id}, which is not open`)
    states.set(id, failed ? 'failed' : 'completed')
  }
  return states
}

function webuiStates(messages) {
  const states = new Map()
  for (const {metadata} of messages) {
    for (const {id} of metadata?.tool_uses ?? []) states.set(id, 'open')
    for (const {tool_use_id: id, is_error: failed} of metadata?.tool_results ?? []) {
      states.set(id, failed ? 'failed' : 'completed')
    }
  }
  return states
}

/** Every parent is written before its child, no uuid twice, every reference known. */
function verifyGraph(lines) {
  const seen = new Set()
  for (const line of lines) {
    for (const key of ['parentUuid', 'logicalParentUuid', 'sourceToolAssistantUUID', 'leafUuid']) {
      if (line[key]) ok(seen.has(line[key]), `${key} ${line[key]} is not known yet`)
    }
    if (!GRAPH.includes(line.type)) continue
    ok(line.uuid && !seen.has(line.uuid), `uuid ${line.uuid} is missing or twice`)
    seen.add(line.uuid)
  }
}

/** The lines that are in both native dialects have the same content. */
function verifyShared(stream, transcript) {
  const byUuid = new Map(transcript.map((line) => [line.uuid, line]))
  for (const line of stream.filter(({type}) => type === 'user' || type === 'assistant')) {
    const same = byUuid.get(line.uuid)
    ok(same, `${line.type} ${line.uuid} is not in the transcript`)
    strictEqual(line.message.id, same.message.id)
    strictEqual(line.timestamp, same.timestamp)
    strictEqual(textOf(line), textOf(same))
  }
}

function textOf({message: {content}}) {
  if (typeof content === 'string') return content
  return content[0].type === 'text' ? content[0].text : JSON.stringify(content)
}

/** Tokens add up: what the transcripts say, plus the compaction, is what the last result says. */
function verifyUsage({events}, stream, transcript) {
  const last = stream.at(-1)
  const [model] = Object.values(last.modelUsage)
  const answers = new Map(
    transcript.filter(({type}) => type === 'assistant').map(({message}) => [message.id, message.usage]),
  )
  const [compact] = events.find(({kind}) => kind === 'compacting').turn.usages
  const sum = (key) => [...answers.values()].reduce((all, usage) => all + usage[key], 0)
  strictEqual(model.inputTokens, sum('input_tokens') + compact.input)
  strictEqual(model.outputTokens, sum('output_tokens') + compact.output)
  strictEqual(model.cacheReadInputTokens, sum('cache_read_input_tokens') + compact.cacheRead)
  strictEqual(model.cacheCreationInputTokens, sum('cache_creation_input_tokens') + compact.cacheWrite)
  const {inputTokens, outputTokens, cacheReadInputTokens, cacheCreationInputTokens} = model
  const dollars = cost({
    input: inputTokens,
    output: outputTokens,
    cacheRead: cacheReadInputTokens,
    cacheWrite: cacheCreationInputTokens,
  })
  strictEqual(last.total_cost_usd, dollars)
  strictEqual(transcript.find(({type}) => type === 'cost-state').totalCostUSD, dollars)
  return answers.size
}

/** Checks that the dialects tell the same session, and counts it; throws where they do not. */
export function verify(played, files) {
  const read = (matches) =>
    Object.entries(files)
      .filter(([path]) => path.endsWith('.jsonl') && matches(path))
      .map(([, text]) => parse(text))
  const [stream] = read((path) => path === 'stream.jsonl')
  const [webui] = read((path) => path.startsWith('webui/'))
  const [stored] = read((path) => path.startsWith('stored/'))
  const transcripts = read((path) => path.startsWith('transcript/'))
  const transcript = transcripts.flat()
  for (const lines of transcripts) verifyGraph(lines)
  verifyShared(stream, transcript)
  const sorted = (states) => [...states].sort()
  const states = nativeStates(stream)
  deepStrictEqual(sorted(nativeStates(transcript)), sorted(states))
  deepStrictEqual(sorted(webuiStates(webui)), sorted(states))
  deepStrictEqual(
    stored.map(({claudeMessage}) => claudeMessage),
    stream,
  )
  const answers = verifyUsage(played, stream, transcript)
  const {total_cost_usd: dollars, modelUsage} = stream.at(-1)
  const count = (state) => [...states.values()].filter((each) => each === state).length
  strictEqual(count('open'), 0, 'a tool call has no result')
  const [{outputTokens}] = Object.values(modelUsage)
  return {
    streamLines: stream.length,
    answers,
    completed: count('completed'),
    failed: count('failed'),
    outputTokens,
    dollars,
  }
}
