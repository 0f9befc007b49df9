import {mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import type {ToolSample} from '../../tools/tool-samples.ts'
import {attackTexts} from './attack-texts.ts'
import {writeAgent, writeCalls, writeVectors} from './hostile-calls.ts'
import {writeRecords} from './hostile-records.ts'
import {hostileId, hostileTranscript} from './hostile-transcript.ts'

/** A session whose every text attacks whoever shows it. */
export interface HostileSession {
  readonly id: string
  /** The lines of its transcript. */
  readonly lines: readonly string[]
  readonly agentId: string
  /** The lines of its sub-agent's transcript, and the file beside them. */
  readonly agentLines: readonly string[]
  readonly agentMeta: string
}

/**
 * A session in which every text that is shown holds vectors: each kind of record, and each of the given calls. Over
 * all `hostileRounds` every vector is in every field; in the first round each is alone in one as well.
 */
export function hostileSession(round: number, samples: readonly ToolSample[]): HostileSession {
  const x = attackTexts(round)
  const id = hostileId(round, 0)
  const agentId = `a${String(round).padStart(16, '0')}`
  const story = hostileTranscript(id, round, x)
  writeRecords(story, x, round)
  writeCalls(story, x, round, samples)
  const agentCall = writeAgent(story, x, agentId)
  const agent = hostileTranscript(id, round, x, agentId)
  agent.user(x())
  agent.assistant([{type: 'text', text: x()}])
  agent.assistant([{type: 'tool_use', id: 'toolu_of_agent', name: x(), input: {[x()]: x()}}])
  agent.result('toolu_of_agent', x(), {stdout: x(), stderr: x()})
  agent.assistant([{type: 'text', text: x()}])
  if (round === 0) writeVectors(story)
  const meta = {agentType: x(), description: x(), toolUseId: agentCall, spawnDepth: 1}
  return {id, lines: story.lines, agentId, agentLines: agent.lines, agentMeta: JSON.stringify(meta)}
}

/** Keeps a session as the client would: its transcript, and its agent's below it. */
export function writeHostileSession(
  folder: string,
  session: HostileSession,
  project = '-home-dev-demo',
): string {
  const file = join(folder, project, `${session.id}.jsonl`)
  const agent = join(folder, project, session.id, 'subagents', `agent-${session.agentId}`)
  mkdirSync(dirname(agent), {recursive: true})
  writeFileSync(file, `${session.lines.join('\n')}\n`)
  writeFileSync(`${agent}.jsonl`, `${session.agentLines.join('\n')}\n`)
  writeFileSync(`${agent}.meta.json`, session.agentMeta)
  return file
}
