import {signature, uuid} from './ids.mjs'

/** The id of the sample's session. */
export const SESSION_ID = uuid('session')

/** Says when something happened, as an ISO 8601 string; `t` is in ms since the story began. */
export function isoTime(story, t) {
  return new Date(story.start + t).toISOString()
}

/** The folder in which Claude Code keeps the transcripts of a working directory. */
export function projectFolder(story) {
  return story.cwd.replace(/[^a-zA-Z0-9]/g, '-')
}

/** Where the session's transcript is on the disk of the person in the story. */
export function transcriptPath(story) {
  return `${story.home}/.claude/projects/${projectFolder(story)}/${SESSION_ID}.jsonl`
}

/** The content block that the API sent. */
export function apiBlock(answer, block) {
  if (block.kind === 'text') return {type: 'text', text: block.text}
  if (block.kind === 'thinking')
    return {type: 'thinking', thinking: block.text, signature: signature(answer.name)}
  return {type: 'tool_use', id: block.id, name: block.tool, input: block.input, caller: {type: 'direct'}}
}

/** A sub-agent's own words stay in its transcript; of it only the tool calls are passed on. */
export function isForwarded({kind, answer, block}) {
  return kind === 'block' && (!answer.on.agent || block.kind === 'call')
}

/** What the client puts before the compacted conversation. */
export function compactSummary(story, turn, toolNames) {
  return `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.

<system-reminder>
<tools-used-before-summary>${toolNames.join(', ')}</tools-used-before-summary>
</system-reminder>
Summary:
${turn.summary}

If you need specific details from before compaction (like exact code snippets, error messages, or content you generated), read the full transcript at: ${transcriptPath(story)}
Continue the conversation from where it left off without asking the user any further questions. Resume directly — do not acknowledge the summary, do not recap what was happening, do not preface with "I'll continue" or similar. Pick up the last task as if the break never happened.

The messages after this summary are the most recent messages from before compaction, kept verbatim. The summary was written without seeing them, so something it says has not happened yet may already have happened in them.`
}

/** Everything the two native dialects say about a compaction, the same ids in both. */
export function compaction({story, events, calls}, turn) {
  const before = events.filter(({t}) => t < turn.start)
  const lastBlock = before.findLast(({kind}) => kind === 'block')
  const lastTurn = before.findLast(({kind}) => kind === 'turn-end').turn
  const turnDuration = uuid('turn-duration', lastTurn.name)
  const toolNames = [
    ...new Set(calls.filter(({started}) => started < turn.start).map(({tool}) => tool)),
  ].sort()
  return {
    boundary: uuid('boundary', turn.name),
    summary: uuid('summary', turn.name),
    stdout: uuid('stdout', turn.name),
    logicalParent: turnDuration,
    kept: [lastBlock.uuid, turnDuration],
    text: compactSummary(story, turn, toolNames),
    dropped: turn.preTokens - turn.postTokens,
  }
}
