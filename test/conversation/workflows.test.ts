import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {openArchiveFolder} from '../../src/archive/open-archive.ts'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {describeFile, findSessionFiles} from '../../src/sources/index.ts'
import {foldFiles} from '../support/conversation/recordings.ts'
import {jsonLines, recount} from '../support/program.ts'
import {tempFolder} from '../support/record/recorded.ts'

const temp = tempFolder('workflows')
const session = '11110000-0000-4000-8000-000000000001'

/** Made records in the shape of clients from 2.1.2 on: no real run of a workflow comes with the project. */
const envelope = (uuid: string, second: number, more: object) => ({
  uuid,
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  cwd: '/work/shop',
  sessionId: session,
  version: '2.1.284',
  timestamp: `2026-06-04T10:00:${String(second).padStart(2, '0')}.000Z`,
  ...more,
})
const answer = (id: string, content: readonly object[]) => ({
  type: 'assistant',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content,
    stop_reason: 'end_turn',
    usage: {input_tokens: 5, output_tokens: 5},
  },
})
const said = (content: unknown) => ({type: 'user', message: {role: 'user', content}})

const run = 'wf_57c6a296-6f2'
const main = [
  envelope('u1', 0, said('Review the diff with a workflow.')),
  envelope(
    'a1',
    1,
    answer('msg_1', [
      {
        type: 'tool_use',
        id: 'toolu_wf',
        name: 'Workflow',
        input: {script: "export const meta = { name: 'review' }"},
      },
    ]),
  ),
  envelope('u2', 2, {
    ...said([{type: 'tool_result', tool_use_id: 'toolu_wf', content: 'Workflow launched in background.'}]),
    toolUseResult: {isAsync: true, status: 'async_launched', runId: run, taskId: 't1'},
  }),
]
const agents = ['a0001', 'a0002', 'a0003'].map((agentId, index) => ({
  agentId,
  lines: [
    envelope(`${agentId}-u`, 3 + index, {...said(`Look at part ${index}.`), isSidechain: true, agentId}),
    envelope(`${agentId}-a`, 6 + index, {
      ...answer(`msg_${agentId}`, [{type: 'text', text: `Part ${index} is fine.`}]),
      isSidechain: true,
      agentId,
    }),
  ],
}))
const journal = [
  {type: 'launched'},
  {type: 'started', key: 'v2:1', agentId: 'a0001', label: 'review:loader', phase: 'Map'},
  {type: 'started', key: 'v2:2', agentId: 'a0002', label: 'review:tree', phase: 'Map'},
  {type: 'result', key: 'v2:1', agentId: 'a0001', result: {area: 'loader'}},
  {type: 'failed', key: 'v2:2', agentId: 'a0002'},
]
const about = {
  runId: run,
  taskId: 't1',
  status: 'completed',
  workflowName: 'review',
  workflowProgress: [
    {type: 'workflow_agent', label: 'merge', phaseTitle: 'Synthesize', agentId: 'a0003', state: 'done'},
  ],
  result: {plan: 'Land the loader first.'},
}

const jsonl = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** Writes the files of a session with a workflow below a folder, and gives the path of its transcript. */
function writeSession(name: string): string {
  const project = join(temp, name, 'projects', '-work-shop')
  const files: readonly (readonly [string, string])[] = [
    [`${session}.jsonl`, jsonl(main)],
    ...agents.map(
      ({agentId, lines}) =>
        [`${session}/subagents/workflows/${run}/agent-${agentId}.jsonl`, jsonl(lines)] as const,
    ),
    [
      `${session}/subagents/workflows/${run}/agent-a0001.meta.json`,
      '{"agentType":"workflow-subagent","spawnDepth":1}',
    ],
    [`${session}/subagents/workflows/${run}/journal.jsonl`, `${jsonl(journal)}{"type":"started","ke`],
    [`${session}/workflows/${run}.json`, JSON.stringify(about, null, 2)],
    [`${session}/workflows/scripts/review-${run}.js`, 'export const meta = {}\n'],
    [`${session}/custom-title.json`, '{"customTitle":"The review"}'],
  ]
  for (const [path, content] of files) {
    mkdirSync(dirname(join(project, path)), {recursive: true})
    writeFileSync(join(project, path), content)
  }
  return join(project, `${session}.jsonl`)
}

describe('a session with a workflow', () => {
  const path = writeSession('shown')
  const files = findSessionFiles(path, () => {})

  test('is one session, and its journal is no part of the conversation', () => {
    expect(files.map(({session: own}) => own)).toEqual([session, session, session, session])
    expect(files.map(({path: own}) => own).filter((own) => own.endsWith('journal.jsonl'))).toEqual([])
    expect(files[0]?.title).toBe('The review')
  })

  test('has the run as an agent of its call, and the agents of the run below it', () => {
    const document = foldFiles(files).document()
    expect(document.sessions.map(({sessionId}) => sessionId)).toEqual([session])
    expect(
      document.agents.map(({agentId: id, parent, toolCallId, description, type, state}) => ({
        id,
        parent,
        toolRun: toolCallId,
        description,
        type,
        state,
      })),
    ).toMatchObject([
      {id: run, toolRun: 'toolu_wf', description: 'review', type: 'workflow', state: 'completed'},
      {
        id: 'a0001',
        parent: run,
        description: 'Map · review:loader',
        type: 'workflow-subagent',
        state: 'completed',
      },
      {id: 'a0002', parent: run, description: 'Map · review:tree', state: 'failed'},
      {id: 'a0003', parent: run, description: 'Synthesize · merge', state: 'completed'},
    ])
  })

  test('is the same in whichever order its files are read', () => {
    const essence = (given: typeof files) =>
      foldFiles(given)
        .document()
        .agents.map(({agentId: id, parent, toolCallId, state}) => [id, parent, toolCallId, state].join())
        .sort()
    expect(essence([...files].reverse())).toEqual(essence(files))
  })

  test('is shown as a tree, with what the script returned', () => {
    const place = {home: join(temp, 'home')}
    const text = recount(['export', path, '-o', '-', '--format', 'markdown'], place).stdout
    const [call = -1, head = -1, first = -1, third = -1] = [
      '<b>Workflow</b>',
      '<b>review</b>',
      '> <summary>',
      'Synthesize · merge</b>',
    ].map((mark) => text.indexOf(mark, text.indexOf('## Review')))
    expect([call, head, first, third].toSorted((a, b) => a - b)).toEqual([call, head, first, third])
    expect(call).toBeGreaterThan(0)
    expect(text).toContain('Land the loader first.')
  })

  test('a run that only its journal mentions, and a file that is torn, are no obstacle', () => {
    const broken = writeSession('broken')
    const folder = broken.replace(/\.jsonl$/, '')
    writeFileSync(join(folder, 'workflows', `${run}.json`), '{"runId":')
    rmSync(join(folder, 'subagents', 'workflows', run, 'journal.jsonl'))
    const agent = describeFile(join(folder, 'subagents', 'workflows', run, 'agent-a0002.jsonl')).agent
    expect(agent).toMatchObject({id: 'a0002', workflow: {id: run}})
    expect(foldFiles(findSessionFiles(broken, () => {})).document().agents).toHaveLength(4)
  })
})

describe('the archive', () => {
  test('has one session, every file of it, and the words of its journal', () => {
    const path = writeSession('kept')
    const root = dirname(dirname(path))
    const place = {home: join(temp, 'kept-home'), env: {CLAUDE_CONFIG_DIR: join(temp, 'kept')}}
    expect(jsonLines(recount(['ls', '--json'], place).stdout)).toMatchObject([
      {sessionId: session, title: 'The review'},
    ])
    expect(recount(['search', '--json', 'loader first'], place).stdout).toContain(`workflows/${run}.json`)
    expect(recount(['search', '--json', 'review:tree'], place).stdout).toContain('journal.jsonl')
    rmSync(root, {recursive: true})
    expect(recount(['restore', session, '--to', join(temp, 'restored')], place).status).toBe(0)
    const restored = join(temp, 'restored', '-work-shop', session)
    expect(readFileSync(join(restored, 'workflows', `${run}.json`), 'utf8')).toBe(
      JSON.stringify(about, null, 2),
    )
    expect(readFileSync(join(restored, 'custom-title.json'), 'utf8')).toContain('The review')
    expect(readFileSync(join(restored, 'subagents', 'workflows', run, 'journal.jsonl'), 'utf8')).toContain(
      '"ke',
    )
    expect(readFileSync(join(restored, 'workflows', 'scripts', `review-${run}.js`), 'utf8')).toContain('meta')
  })

  test('of an older recount, in which a journal is a session, gives it to the session it is in', async () => {
    const path = writeSession('older')
    const root = dirname(dirname(path))
    const journalPath = join(path.replace(/\.jsonl$/, ''), 'subagents', 'workflows', run, 'journal.jsonl')
    const other = join(root, 'lines.jsonl')
    writeFileSync(other, readFileSync(journalPath))
    const folder = join(temp, 'older-home')
    const watcher = {now: () => 1, advance: async () => {}, skipped: () => {}}
    const sessionsOf = async (): Promise<readonly string[]> => {
      const archive = await openArchiveFolder(folder, () => 1)
      try {
        await archive.ingest([root], watcher)
        await archive.index()
        return (await archive.sessions({now: 1})).map(({sessionId}) => sessionId)
      } finally {
        archive.close()
      }
    }
    expect(await sessionsOf()).toContain(other)
    // As an older one would have kept the journal.
    const database = await openDatabase(archiveFile(folder))
    database.prepare('delete from file where path = ?').run(journalPath)
    database.prepare('update file set path = ? where path = ?').run(journalPath, other)
    for (const table of ['mention', 'call', 'answer', 'report', 'session'])
      database
        .prepare(
          `update ${table} set ${table === 'session' ? 'id' : 'session'} = ? where ${table === 'session' ? 'id' : 'session'} = ?`,
        )
        .run(journalPath, other)
    database.close()
    rmSync(other)
    expect(await sessionsOf()).toEqual([session])
  })
})
