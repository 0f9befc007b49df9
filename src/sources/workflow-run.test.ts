import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {readTaskStatus} from '../model/agents.ts'
import {workflowAgent} from './workflow-run.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-workflow-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

test.each(['completed', 'failed', 'killed', 'stopped', 'cancelled'])(
  'a run that was %s ended as every other task with that status',
  (status) => {
    const session = join(temp, status)
    const folder = join(session, 'subagents', 'workflows', 'wf_1')
    mkdirSync(folder, {recursive: true})
    mkdirSync(join(session, 'workflows'))
    const about = {status, workflowProgress: [{agentId: 'a1', state: status}]}
    writeFileSync(join(session, 'workflows', 'wf_1.json'), JSON.stringify(about))
    const {run, state} = workflowAgent(join(folder, 'agent-a1.jsonl'), 'a1') ?? {}
    expect([run?.state, state]).toEqual([readTaskStatus(status), readTaskStatus(status)])
  },
)

test.each([
  ['done', 'completed'],
  ['error', 'failed'],
  ['running', undefined],
  ['queued', undefined],
])('an agent of a run that is %s ended as %s', (word, end) => {
  const session = join(temp, word)
  mkdirSync(join(session, 'workflows'), {recursive: true})
  const about = {workflowProgress: [{agentId: 'a1', state: word}]}
  writeFileSync(join(session, 'workflows', 'wf_1.json'), JSON.stringify(about))
  const path = join(session, 'subagents', 'workflows', 'wf_1', 'agent-a1.jsonl')
  expect(workflowAgent(path, 'a1')?.state).toBe(end)
})
