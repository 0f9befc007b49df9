import {readdirSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {withStrays} from '../../src/cli/commands/export/formats/with-strays.ts'
import {Conversation} from '../../src/conversation/index.ts'
import {describePage} from '../../src/describe/index.ts'
import {readLines} from '../../src/dialects/index.ts'
import type {Depth, EntryKind, Page, SessionPage} from '../../src/page/index.ts'
import {entryKinds, walkEntries} from '../../src/page/index.ts'
import {knownTools} from '../../src/tools/tools.ts'
import {foldFiles, recording, recordings} from '../support/conversation/recordings.ts'
import {
  assistantResponse,
  promptRecord,
  toolResult,
  toolUse,
} from '../support/conversation/test-conversation.ts'
import {comparedPages, goldenPages, hasElement} from '../support/pages/golden-pages.ts'
import type {MessageType} from '../support/pages/message-types.ts'
import {messageTypes} from '../support/pages/message-types.ts'
import type {ToolSample} from '../tools/tool-samples.ts'
import {loadSamples} from '../tools/tool-samples.ts'

const shownKinds = new Set<EntryKind>()
const shownTools = new Set<string>()

/** Remembers what a golden has. */
function noted(sessions: readonly SessionPage[]): readonly SessionPage[] {
  for (const {turns} of sessions)
    for (const {entries} of turns)
      for (const {kind, tool} of walkEntries(entries)) {
        shownKinds.add(kind)
        if (tool !== undefined) shownTools.add(tool)
      }
  return sessions
}

/** The page of records as they come; a text is a line that is no record. */
function pageOfLines(lines: readonly (object | string)[], depth: Depth): Page {
  const state = new Conversation()
  const reader = readLines('test')
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  for (const line of [...reader.push(Buffer.from(`${text}\n`)), ...reader.end()]) state.add(line)
  state.end('test')
  return describePage(state, {depth, thinking: true})
}

function pageOfRecording(name: string, side: 'streams' | 'transcripts'): Page {
  const state = new Conversation()
  foldFiles(recording(name)[side], {state})
  return describePage(state, {depth: 'hook', thinking: true})
}

/** Real sessions that together have everything that was recorded. */
const told = [
  ['1.0.128/bash-background', 'streams'],
  ['1.0.128/subagent', 'streams'],
  ['2.1.112/bash-background', 'transcripts'],
  ['2.1.112/control-permission', 'streams'],
  ['2.1.112/json-schema', 'streams'],
  ['2.1.112/subagent-background', 'transcripts'],
  ['2.1.112/tools-basic', 'streams'],
  ['2.1.112/web', 'streams'],
  ['2.1.112/worktree', 'streams'],
  ['2.1.325/agent-sdk', 'streams'],
  ['2.1.325/hooks', 'streams'],
  ['2.1.325/mcp', 'transcripts'],
  ['2.1.325/plan-mode', 'transcripts'],
  ['2.1.325/rate-limit', 'streams'],
  ['2.1.325/resume-fork', 'transcripts'],
  ['2.1.325/slash', 'transcripts'],
  ['2.1.325/stream-input', 'streams'],
  ['2.1.325/tool-errors', 'transcripts'],
  ['2.1.325/tools-basic', 'transcripts'],
  ['2.1.325/tui-interactive', 'transcripts'],
] as const

describe('a recording is rendered as approved', () => {
  for (const [name, side] of told)
    test(name, () => {
      const {sessions} = pageOfRecording(name, side)
      goldenPages(`recordings/${name}`, [{title: side, sessions: noted(sessions)}])
    })
  test('with the head of its session', () => {
    const {sessions} = pageOfRecording('2.1.325/subagents-parallel', 'transcripts')
    const [page = ''] = goldenPages('session-head', [{title: 'head', sessions: noted(sessions)}], true)
    expect(hasElement(page, 'session_header')).toBe(true)
  })
})

describe('each type of message is rendered as approved, with the classes it is known by', () => {
  for (const [family, types] of Object.entries(messageTypes))
    test(family, () => {
      const chapters = types.map((type) => ({title: type.name, sessions: sessionsOf(type)}))
      const pages = goldenPages(`messages/${family}`, chapters)
      expect(types.filter(({classes}, at) => !hasElement(pages[at] ?? '', classes))).toEqual([])
    })
})

/** What cannot be read belongs to no session. */
function sessionsOf({records}: MessageType): readonly SessionPage[] {
  const {sessions, strays} = pageOfLines(records, 'all')
  return noted(sessions.map((session) => withStrays(session, strays)))
}

const toolSamples = await loadSamples()

describe('each tool is shown as approved', () => {
  for (const [name, samples] of toolSamples)
    test(name, () => {
      goldenPages(
        `tools/${name}`,
        samples.map((sample) => ({
          title: sample.shows,
          sessions: noted(pageOfLines(linesOf(sample), 'tool').sessions.map(callsOnly)),
        })),
      )
    })
})

/** Without the request, which is the same for all. */
const callsOnly = (session: SessionPage): SessionPage => ({
  ...session,
  turns: session.turns.map((turn) => ({...turn, entries: turn.entries.flatMap(({below}) => below)})),
})

const linesOf = ({name, input, result: came}: ToolSample): readonly object[] => [
  promptRecord('Please.'),
  assistantResponse('m', toolUse('t', name, input)),
  ...(came ? [{...toolResult('t', came.content), tool_use_result: came.structured}] : []),
]

describe('nothing is without a golden', () => {
  test('no kind of entry', () => {
    // A session is the head of its page.
    const missing = new Set(Object.keys(entryKinds))
    for (const kind of ['session', ...shownKinds]) missing.delete(kind)
    expect([...missing]).toEqual([])
  })
  test('no tool', () => {
    const names = knownTools.filter((tool) => !tool.names.some((name) => shownTools.has(name)))
    expect(names.map((tool) => tool.names[0])).toEqual([])
  })
  test('no tool that was recorded', () => {
    const names = recordings.flatMap(({streams, transcripts}) =>
      [...foldFiles([...streams, ...transcripts]).sessions.values()].flatMap(({runs}) =>
        [...runs.values()].map(({name}) => name),
      ),
    )
    expect([...new Set(names)].filter((name) => !shownTools.has(name))).toEqual([])
  })
  test('no type of message', () => {
    const known = new Set(Object.values(messageTypes).flatMap((types) => types.map(({classes}) => classes)))
    expect(registry.filter((classes) => !known.has(classes))).toEqual([])
  })
})

test('every golden is looked at', () => {
  for (const [folder, ending] of [
    ['html', '.html'],
    ['markdown', '.md'],
  ] as const) {
    const files = readdirSync(new URL(`../golden/${folder}`, import.meta.url), {
      recursive: true,
      encoding: 'utf8',
    })
    const kept = files.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
    expect(kept.map((name) => name.replaceAll('\\', '/')).sort()).toEqual([...comparedPages].sort())
  }
})

/** Every type that claude-code-log has a look for; the head of a session is looked at above. */
const registry = [
  'user',
  'user compacted',
  'user slash-command',
  'user command-output',
  'user steering',
  'user memory',
  'user task_notification',
  'user teammate',
  'user image',
  'assistant',
  'assistant sidechain',
  'tool_use',
  'tool_result',
  'tool_result error',
  'thinking',
  'bash-input',
  'bash-output',
  'system system-info',
  'system system-warning',
  'system system-error',
  'system system-hook',
  'system system-away-summary',
  'unknown',
]
