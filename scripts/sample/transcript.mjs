import {hex, uuid} from './ids.mjs'
import {apiBlock, compaction, isoTime, SESSION_ID} from './session.mjs'
import {resultBlock} from './tools.mjs'
import {cost, costStateUsage, finalUsage} from './usage.mjs'

const CAVEAT =
  "<local-command-caveat>The command below was run directly in Claude Code, not sent to you as a request, and its output goes straight to the user. It's recorded here as context for later messages.</local-command-caveat>"
const COMMAND =
  '<command-name>/compact</command-name>\n            <command-message>compact</command-message>\n            <command-args></command-args>'

/** The message of one assistant line: one block, and the usage of the whole answer. */
function messageOf(answer, block, model) {
  return {
    model,
    id: answer.id,
    type: 'message',
    role: 'assistant',
    content: [apiBlock(answer, block)],
    stop_reason: answer.stopReason,
    stop_sequence: null,
    stop_details: null,
    usage: finalUsage(answer.usage),
  }
}

/** How long a block took to come, under the name that its kind has. */
function blockTime({kind}, ms) {
  if (kind === 'thinking') return {thinkingDurationMs: ms, thinkingDisplay: 'updates'}
  return kind === 'call' ? {toolInputStreamMs: ms} : {}
}

/** Writes one transcript file: keeps its lines and the chain of parents. */
class Writer {
  lines = []
  /** @type {string | null} */
  leaf = null
  /** Lines that are part of the conversation's graph. */
  count = 0
  slug = {}

  constructor(played, agent) {
    this.story = played.story
    this.agent = agent
    this.flags = agent ? {isSidechain: true} : {isSidechain: false}
    this.agentId = agent ? {agentId: agent.id} : {}
  }

  /** Adds a line that stands outside the graph. */
  note(type, fields) {
    this.lines.push({type, ...fields, sessionId: SESSION_ID})
  }

  /**
   * Adds a line to the graph; its parent is the last one unless said otherwise.
   * @param {{uuid: string, [field: string]: unknown}} fields
   * @param {{parent?: string | null, logicalParentUuid?: string}} options
   */
  link(fields, {parent = this.leaf, ...before} = {}) {
    const {cwd, version, branch} = this.story
    const common = {cwd, sessionId: SESSION_ID, version, gitBranch: branch, ...this.slug}
    this.lines.push({
      parentUuid: parent,
      ...before,
      ...this.flags,
      ...fields,
      userType: 'external',
      entrypoint: 'sdk-cli',
      ...common,
    })
    this.leaf = fields.uuid
    this.count++
  }

  user(promptId, content, {uuid: id, t, ...fields}, after = {}, parent = this.leaf) {
    const message = {role: 'user', content}
    const timestamp = isoTime(this.story, t)
    const line = {promptId, ...this.agentId, type: 'user', message, ...fields, uuid: id, timestamp, ...after}
    this.link(line, {parent})
  }

  block({answer, block, index, ms, t, uuid: id}) {
    this.link({
      ...this.agentId,
      message: messageOf(answer, block, this.story.model),
      ...blockTime(block, ms),
      apiBlockIndex: index,
      requestId: answer.requestId,
      requestRef: uuid('request-ref', answer.name),
      requestedModel: this.story.model,
      promptCacheRequested: '5m',
      ...(this.agent ? {attributionAgent: this.agent.type} : {}),
      type: 'assistant',
      uuid: id,
      timestamp: isoTime(this.story, t),
      effort: 'medium',
      perTurnEffort: 'medium',
      madeBy: 'model',
    })
  }

  result({call, answer, t}) {
    const after = {
      ...(this.agent ? {} : {toolUseResult: call.result.structured}),
      ...(call.tool === 'Bash' ? {sandboxed: false} : {}),
      sourceToolAssistantUUID: call.uuid,
      permissionDecision: call.permission,
    }
    this.user(answer.turn.promptId, [resultBlock(call)], {uuid: call.resultUuid, t}, after, call.uuid)
  }

  attachment(name, attachment, t, content, role) {
    this.link({
      attachment,
      type: 'attachment',
      uuid: uuid('attachment', name),
      timestamp: isoTime(this.story, t),
      rendered: [{content: `<system-reminder>\n${content}\n</system-reminder>`}],
      renderedRole: role,
    })
  }
}

/** The transcript of the main conversation, with what the client notes around it. */
class MainWriter extends Writer {
  #backups = {}
  #prompt
  #lastPrompt

  constructor(played) {
    super(played)
    this.played = played
    this.#modes()
  }

  #modes() {
    this.note('mode', {mode: 'normal'})
    this.note('permission-mode', {permissionMode: 'acceptEdits'})
  }

  #time(t) {
    return isoTime(this.story, t)
  }

  #queue(content, t) {
    const note = {
      type: 'queue-operation',
      operation: 'enqueue',
      timestamp: this.#time(t - 31),
      sessionId: SESSION_ID,
    }
    this.lines.push({...note, content}, {...note, operation: 'dequeue', timestamp: this.#time(t - 29)})
  }

  /** Notes which files are backed up when a prompt begins. */
  #snapshot(messageId, t) {
    this.#prompt = messageId
    const trackedFileBackups = {...this.#backups}
    const snapshot = {messageId, trackedFileBackups, timestamp: this.#time(t)}
    this.lines.push({type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false})
  }

  /** Notes the backup of a file that is about to change. */
  #delta(call, t) {
    const path = call.input.file_path.slice(this.story.cwd.length + 1)
    const backup = {
      backupFileName: `${hex(16, 'backup', path)}@v1`,
      version: 1,
      backupTime: this.#time(t - 9),
      realParentDir: call.input.file_path.replace(/\/[^/]*$/, ''),
    }
    this.#backups[path] = backup
    this.lines.push({
      type: 'file-history-delta',
      messageId: call.uuid,
      snapshotMessageId: this.#prompt,
      trackingPath: path,
      backup,
      timestamp: this.#time(t - 8),
    })
  }

  prompt({turn, t}) {
    this.#lastPrompt = turn.prompt
    this.#queue(turn.prompt, t)
    this.#snapshot(turn.uuid, t)
    const after = {
      permissionMode: 'acceptEdits',
      promptSource: 'sdk',
      turnOrigin: 'sdk',
      turnPosition: {promptIndex: 0, turnIndex: turn.index + 1},
    }
    this.user(turn.promptId, turn.prompt, {uuid: turn.uuid, t}, after)
    if (turn.index === 0) this.#context(t)
  }

  #context(t) {
    const {gitStatus} = this.story
    const date = this.#time(t).slice(0, 10)
    const context = `As you answer the user's questions, you can use the following context:\n# gitStatus\n${gitStatus}`
    this.attachment('context', {type: 'session_context', context: {gitStatus}}, t - 4, context, 'user')
    this.attachment('date', {type: 'date', date}, t - 3, `Today's date is ${date}.`, 'system')
  }

  /** @override */
  result(event) {
    if (event.call.result.structured.structuredPatch) this.#delta(event.call, event.t)
    super.result(event)
  }

  compacted({turn, t}) {
    const command = uuid('command', turn.name)
    const {boundary, summary, stdout, logicalParent, kept, text, dropped} = compaction(this.played, turn)
    this.#queue('/compact', turn.start)
    this.#snapshot(command, turn.start)
    this.slug = {slug: this.story.slug}
    this.link(
      {
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        isMeta: false,
        timestamp: this.#time(t),
        uuid: boundary,
        level: 'info',
        compactMetadata: {
          trigger: 'manual',
          preTokens: turn.preTokens,
          durationMs: turn.ms,
          preservedSegment: {headUuid: kept[0], anchorUuid: summary, tailUuid: kept.at(-1)},
          preservedMessages: {anchorUuid: summary, uuids: kept, allUuids: kept},
          postTokens: turn.postTokens,
          cumulativeDroppedTokens: dropped,
        },
      },
      {parent: null, logicalParentUuid: logicalParent},
    )
    const say = (content, id, at, fields) => this.user(turn.promptId, content, {...fields, uuid: id, t: at})
    say(text, summary, turn.ended - 12, {isVisibleInTranscriptOnly: true, isCompactSummary: true})
    say(CAVEAT, uuid('caveat', turn.name), turn.start, {isMeta: true})
    say(COMMAND, command, turn.start)
    say('<local-command-stdout>Compacted </local-command-stdout>', stdout, t)
  }

  'turn-end'(event) {
    const {turn, ms, t} = event
    if (turn.kind === 'prompt') {
      this.link({
        type: 'system',
        subtype: 'turn_duration',
        durationMs: ms,
        messageCount: this.count,
        timestamp: this.#time(t),
        uuid: uuid('turn-duration', turn.name),
        isMeta: false,
      })
    }
    this.note('last-prompt', {lastPrompt: this.#lastPrompt, leafUuid: this.leaf})
    if (turn.index === 0) this.note('ai-title', {aiTitle: this.story.title})
    this.#modes()
    if (turn.index === this.story.turns.length - 1) this.#costState(event)
  }

  #costState({t, apiMs, used}) {
    const {calls, story} = this.played
    const patched = calls.flatMap(({result}) => result.structured.structuredPatch ?? [])
    const count = (sign) => patched.flatMap(({lines}) => lines).filter((line) => line[0] === sign).length
    const waited = calls.filter(({tool}) => tool !== 'AskUserQuestion')
    this.lines.push({
      type: 'cost-state',
      sessionId: SESSION_ID,
      totalCostUSD: cost(used),
      totalAPIDuration: apiMs,
      totalAPIDurationWithoutRetries: apiMs,
      totalToolDuration: waited.reduce((sum, {started, ended}) => sum + ended - started, 0),
      totalLinesAdded: count('+'),
      totalLinesRemoved: count('-'),
      totalDuration: t,
      startTime: story.start,
      modelUsage: {[story.model]: costStateUsage(used)},
      hasUnknownModelCost: false,
    })
  }
}

/** The lines of the session's own transcript. */
export function transcriptLines(played) {
  const writer = new MainWriter(played)
  for (const event of played.events) {
    if (!(event.agent ?? event.answer?.on.agent)) writer[event.kind]?.(event)
  }
  return writer.lines
}

/** The lines of a sub-agent's transcript. */
export function agentLines(played, agent) {
  const writer = new Writer(played, agent)
  for (const event of played.events) {
    if (event.agent === agent && event.kind === 'agent-prompt')
      writer.user(agent.promptId, agent.prompt, {uuid: agent.uuid, t: event.t})
    if (event.answer?.on.agent === agent) writer[event.kind](event)
  }
  return writer.lines
}

/** What the client notes beside a sub-agent's transcript. */
export function agentMeta({story}, agent) {
  return {
    agentType: agent.type,
    isBuiltIn: true,
    description: agent.description,
    toolUseId: agent.toolUseId,
    spawnDepth: 1,
    requestShape: 'foreground',
    requestNonInteractive: true,
    pickedEffortModel: story.model,
    finished: true,
  }
}
