import type {JsonValue} from '../../../src/model/index.ts'
import type {ToolSample} from '../../tools/tool-samples.ts'
import type {AttackText} from './attack-texts.ts'
import {addAttacks, hostileAddresses} from './attack-texts.ts'
import {hostileFileNames} from './hostile-file-names.ts'
import type {HostileTranscript} from './hostile-transcript.ts'
import {xssVectors} from './xss-vectors.ts'

type Call = (
  name: string,
  input: JsonValue,
  answer?: JsonValue,
  structured?: JsonValue,
  failed?: boolean,
) => void

/** Asks and answers, with ids that begin alike. */
const caller = ({assistant, result}: HostileTranscript, prefix: string): Call => {
  let calls = 0
  return (name, input, answer, structured, failed) => {
    const id = `toolu_${prefix}_${calls++}`
    assistant([{type: 'tool_use', id, name, input}])
    if (answer !== undefined) result(id, answer, structured, failed)
  }
}

/**
 * Tells every given call with venom behind its texts, or from one round to the next instead of them; then calls that
 * no tool describes, links and files.
 */
export function writeCalls(
  story: HostileTranscript,
  x: AttackText,
  round: number,
  samples: readonly ToolSample[],
): void {
  const call = caller(story, 'hostile')
  for (const [at, {name, input, result}] of samples.entries()) {
    const poison = (value: JsonValue): JsonValue => addAttacks(value, x, (at + round) % 2 === 0)
    const answer = result && poison(result.content)
    call(name, poison(input), answer, result?.structured && poison(result.structured))
  }
  for (const name of [x(), `mcp__${x()}__${x()}`, ...oddNames])
    for (const failed of [false, true]) {
      const input = {[x()]: x(), list: [x(), {[x()]: [x()]}], file_path: x(), url: x()}
      call(name, input, failed ? `<tool_use_error>${x()}</tool_use_error>` : x(), undefined, failed)
    }
  call('Bash', x())
  call('Bash', [x()])
}

const oddNames = ['mcp__x__y', 'mcp__a"onmouseover="__canary(9015)__b', '__proto__', 'constructor', '']

/** Tells every vector alone, where one that must begin a text begins it: words, commands, names, links and files. */
export function writeVectors(story: HostileTranscript): void {
  const call = caller(story, 'vector')
  for (const {text} of xssVectors) {
    story.user(text)
    story.assistant([{type: 'text', text}])
    story.assistant([{type: 'thinking', thinking: text}])
    call('Bash', {command: text, description: text}, text)
    call(text, {input: text, [text]: 1}, [{type: 'text', text}])
  }
  for (const {text} of hostileAddresses) {
    call('WebFetch', {url: text, prompt: text}, text)
    call('WebSearch', {query: text}, `Links: ${JSON.stringify([{title: text, url: text}])}`, {
      query: text,
      results: [{tool_use_id: 'x', content: [{title: text, url: text}]}],
    })
    call('Read', {file_path: text}, `1\t${text}`)
  }
  for (const name of hostileFileNames()) {
    call('Write', {file_path: name, content: name}, name)
    call('Edit', {file_path: name, old_string: name, new_string: `${name}!`}, name)
    story.user(`In the folder ${name}`, {cwd: name})
  }
}

/** Tells a call that starts an agent, and gives its id. */
export function writeAgent({assistant, result}: HostileTranscript, x: AttackText, agentId: string): string {
  const id = 'toolu_hostile_agent'
  const input = {description: x(), prompt: x(), subagent_type: x(), model: x(), name: x()}
  assistant([{type: 'tool_use', id, name: 'Agent', input}])
  result(id, [{type: 'text', text: x()}], {
    status: 'completed',
    prompt: x(),
    agentId,
    agentType: x(),
    content: [{type: 'text', text: x()}],
    resolvedModel: x(),
    totalDurationMs: 5,
    totalTokens: 6,
    totalToolUseCount: 1,
    worktreePath: x(),
    worktreeBranch: x(),
  })
  return id
}
