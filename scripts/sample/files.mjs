import {projectFolder, SESSION_ID} from './session.mjs'
import {storedConfig, storedMessages, storedPath} from './stored.mjs'
import {offsetLine, streamLines} from './stream.mjs'
import {agentLines, agentMeta, transcriptLines} from './transcript.mjs'
import {webuiMessages} from './webui.mjs'

const text = (lines) => lines.map((line) => `${line}\n`).join('')
const jsonl = (records) => text(records.map((record) => JSON.stringify(record)))

/** The session in every dialect: path below `samples/discount` → text. */
export function sampleFiles(played) {
  const stream = streamLines(played)
  const project = `transcript/${projectFolder(played.story)}`
  const files = {
    'stream.jsonl': jsonl(stream.map(({line}) => line)),
    'offsets.txt': text(stream.map(offsetLine)),
    [`${project}/${SESSION_ID}.jsonl`]: jsonl(transcriptLines(played)),
    'webui/messages.jsonl': jsonl(webuiMessages(played)),
    'stored/.chorus/config.json': `${JSON.stringify(storedConfig(played), null, 2)}\n`,
    [`stored/.chorus/${storedPath(played)}`]: jsonl(storedMessages(played, stream)),
  }
  for (const agent of played.agents) {
    const path = `${project}/${SESSION_ID}/subagents/agent-${agent.id}`
    files[`${path}.jsonl`] = jsonl(agentLines(played, agent))
    files[`${path}.meta.json`] = JSON.stringify(agentMeta(played, agent))
  }
  return files
}
