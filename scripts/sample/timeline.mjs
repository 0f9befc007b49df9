import {apiId, hex, uuid} from './ids.mjs'
import {agentResult} from './subagent.mjs'
import {resultText} from './tools.mjs'
import {contextOf, tokens, total} from './usage.mjs'

const MS_PER_TOKEN = 14
const FIRST_TOKEN_MS = 1180
const BETWEEN_CALLS_MS = 16
const CACHED_SYSTEM_PROMPT = 17240
const PROJECT_CONTEXT = 9360
const AGENT_CACHED = 6120
const AGENT_CONTEXT = 7480
const COMPACT_INSTRUCTIONS = 1150
const UNCACHED_TAIL = 3
const THINKING_REPORTS = 3

/** What a block holds, as the model wrote it. */
function written(block) {
  return block.kind === 'call' ? JSON.stringify(block.input) : block.text
}

/** A conversation with the API: what of it is cached, what is new since the last call. */
function thread(cached, fresh, agent) {
  return {cached, fresh, agent, answers: []}
}

/** Spends one API call on a thread and says what it used. */
function spend(on, output, thinking) {
  const usage = {input: UNCACHED_TAIL, output, thinking, cacheRead: on.cached, cacheWrite: on.fresh}
  on.cached += on.fresh
  on.fresh = output
  return usage
}

/** Plays the story against a clock that starts at 0 ms and keeps every event, in the order of its lines. */
class Player {
  events = []
  calls = []
  #now = 540
  #uses = []
  #apiMs = 0
  #answerCount = 0
  #model
  #main

  constructor(story) {
    this.#model = story.model
    this.#main = thread(CACHED_SYSTEM_PROMPT, PROJECT_CONTEXT)
    for (const [index, turn] of story.turns.entries()) this.#turn(turn, index)
    this.events.sort((a, b) => a.t - b.t || a.order - b.order)
  }

  #turn(told, index) {
    this.#now += told.after
    const usesBefore = this.#uses.length
    const ids = {promptId: uuid('prompt-id', told.name), uuid: uuid('prompt', told.name)}
    const turn = {...told, ...ids, index, start: this.#now}
    if (turn.kind === 'compact') this.#compact(turn)
    else this.#prompt(turn)
    this.#now += 12
    this.#emit('turn-end', this.#now, {
      turn,
      ms: this.#now - turn.start,
      apiMs: this.#apiMs,
      used: total(this.#uses),
      usedSince: total(this.#uses.slice(usesBefore)),
    })
  }

  #emit(kind, t, fields) {
    this.events.push({kind, t, order: this.events.length, ...fields})
  }

  #spend(on, output, thinking, ms) {
    const usage = spend(on, output, thinking)
    this.#uses.push(usage)
    this.#apiMs += ms
    return usage
  }

  #prompt(turn) {
    this.#emit('init', this.#now, {turn})
    this.#now += 72
    this.#emit('prompt', this.#now, {turn})
    this.#main.fresh += tokens(turn.prompt)
    turn.usages = []
    turn.answers = turn.answers.map((answer) => {
      const played = this.#answer(answer, this.#main, turn)
      turn.usages.push(played.usage)
      return played
    })
  }

  #answer(answer, on, turn) {
    const began = this.#now + BETWEEN_CALLS_MS
    const played = {
      ...answer,
      turn,
      on,
      began,
      firstToken: began + FIRST_TOKEN_MS,
      id: apiId('msg', answer.name),
      requestId: apiId('req', answer.name),
      placeholder: 1 + ((this.#answerCount++ * 3) % 8),
      stopReason: answer.blocks.some(({kind}) => kind === 'call') ? 'tool_use' : 'end_turn',
    }
    on.answers.push(played)
    this.#now = played.firstToken
    const finished = played.blocks.map((block, index) => this.#block(played, block, index))
    const output = played.blocks.reduce((sum, block) => sum + tokens(written(block)), 8)
    const thinking = played.blocks
      .filter(({kind}) => kind === 'thinking')
      .reduce((sum, block) => sum + tokens(block.text), 0)
    played.usage = this.#spend(on, output, thinking, this.#now - began)
    this.#now = Math.max(this.#now, ...finished)
    for (const call of this.calls.filter(({answer}) => answer === played)) {
      on.fresh += tokens(resultText(call.result))
    }
    return played
  }

  /** Writes one block down when it is complete; returns when its tool, if it is a call, is done. */
  #block(answer, block, index) {
    const ms = tokens(written(block)) * MS_PER_TOKEN
    if (block.kind === 'thinking' && !answer.on.agent) this.#thinking(block, ms)
    this.#now += ms
    const event = {answer, block, index, ms, uuid: uuid('block', answer.name, index)}
    if (block.kind === 'call') return this.#call(event)
    this.#emit('block', this.#now, event)
    return this.#now
  }

  #thinking(block, ms) {
    const all = tokens(block.text)
    let before = 0
    for (let report = 1; report <= THINKING_REPORTS; report++) {
      const soFar = Math.round((all * report) / THINKING_REPORTS)
      const t = this.#now + Math.floor((ms * report) / (THINKING_REPORTS + 1))
      this.#emit('thinking-tokens', t, {
        total: soFar,
        delta: soFar - before,
        uuid: uuid('thinking', block.text, report),
      })
      before = soFar
    }
  }

  #call(event) {
    const {answer, index} = event
    const call = {
      ...event.block,
      answer,
      id: apiId('toolu', answer.name, index),
      uuid: event.uuid,
      resultUuid: uuid('result', answer.name, index),
      started: this.#now,
    }
    this.calls.push(call)
    const agent = answer.on.agent
    if (agent) this.#emit('task-progress', this.#now - 9, {call, agent, uuid: uuid('progress', call.id)})
    this.#emit('block', this.#now, {...event, block: call})
    call.ended = call.agent ? this.#agent(call) : this.#now + call.took
    this.#emit('result', call.ended, {call, answer})
    return call.ended
  }

  /** Plays a sub-agent from the moment it is called; the clock of the caller stands still meanwhile. */
  #agent(call) {
    const calledAt = this.#now
    const {name} = call.agent
    const agent = {
      ...call.agent,
      id: `a${hex(16, name)}`,
      runId: `0${hex(8, 'run')}-${hex(8, name)}`,
      toolUseId: call.id,
      uuid: uuid('agent-prompt', name),
      began: calledAt + 11,
      promptId: call.answer.turn.promptId,
    }
    call.agent = agent
    agent.thread = thread(AGENT_CACHED, AGENT_CONTEXT + tokens(agent.prompt), agent)
    this.#emit('task-started', agent.began, {agent, uuid: uuid('task-started', agent.name)})
    this.#emit('agent-prompt', agent.began + 9, {agent})
    this.#now = agent.began + 20
    for (const answer of agent.answers) this.#answer(answer, agent.thread, call.answer.turn)
    agent.ended = this.#now + 8
    agent.calls = this.calls.filter(({answer}) => answer.on === agent.thread)
    this.#emit('task-updated', agent.ended, {agent, uuid: uuid('task-updated', agent.name)})
    this.#emit('task-notification', agent.ended + 1, {agent, uuid: uuid('task-notification', agent.name)})
    call.result = agentResult(agent, this.#model)
    this.#now = calledAt
    return agent.ended + 5
  }

  #compact(turn) {
    const before = this.#main.answers.at(-1)
    this.#emit('compacting', this.#now + 64, {turn, uuid: uuid('compacting', turn.name)})
    const output = tokens(turn.summary) + 40
    const ms = FIRST_TOKEN_MS + output * MS_PER_TOKEN
    this.#main.fresh += COMPACT_INSTRUCTIONS
    this.#now += 64 + ms
    turn.usages = [this.#spend(this.#main, output, 0, ms)]
    const kept = tokens(written(before.blocks.at(-1)))
    Object.assign(turn, {
      ms,
      preTokens: contextOf(before.usage),
      postTokens: tokens(turn.summary) + kept + 260,
      ended: this.#now,
    })
    this.#main.cached = CACHED_SYSTEM_PROMPT
    this.#main.fresh = PROJECT_CONTEXT + turn.postTokens
    this.#emit('compact-done', this.#now, {turn, uuid: uuid('compact-done', turn.name)})
    this.#now += 28
    this.#emit('init', this.#now, {turn})
    this.#now += 1
    this.#emit('compacted', this.#now, {turn})
  }
}

/** Plays the story and returns its events in the order of time, its tool calls and its sub-agents. */
export function play(story) {
  const {events, calls} = new Player(story)
  const agents = calls.map(({agent}) => agent).filter(Boolean)
  return {story, events, calls, agents}
}
