import {expect, test} from 'vitest'
import type {ToolRun} from '../../model/index.ts'
import {prose} from '../../page/index.ts'
import {describeTask, formatTaskEnd} from './describe-task.ts'

const ended = (summary: string, state: 'completed' | 'failed' | 'stopped' = 'completed') => ({
  taskId: 'b7',
  state,
  summary,
})

const run = (name: string, input: Readonly<Record<string, string>>): ToolRun => ({
  id: 'c1',
  name,
  input,
  server: false,
  responseId: 'm1',
  agent: undefined,
  startedAt: undefined,
  background: undefined,
  copied: false,
  state: 'pending',
})

test.each([
  ['Background command "Run new tests" completed (exit code 0)', 'Background command completed', undefined],
  ['Background command "Run new tests" failed with exit code 1', 'Background command failed', 'exit 1'],
  ['Background command "Run new tests" was killed', 'Background command was killed', undefined],
  ['Agent "Run new tests" completed', 'Agent completed', undefined],
  ['Monitor "Run new tests" stream ended', 'Monitor stream ended', undefined],
])('the sentence of a client is said once: %s', (summary, title, outcome) => {
  const task = describeTask(ended(summary), undefined)
  expect(task).toMatchObject({title, subject: 'Run new tests', outcome})
  expect(JSON.stringify(task.asked)).not.toContain('Summary')
})

test('other words are shown as they are, below the name of what was begun', () => {
  const task = describeTask(ended('All is well.'), run('Agent', {description: 'Look', prompt: 'Look around'}))
  expect(task).toMatchObject({title: 'Agent completed', subject: 'Look'})
  expect(JSON.stringify(task.asked)).toContain('All is well.')
  expect(describeTask(ended('All is well.'), undefined)).toMatchObject({
    title: 'Background task completed',
    subject: 'All is well.',
  })
})

test('a summary that is only the name is not shown twice', () => {
  const shell = run('Bash', {command: 'sleep 9', description: 'ticker'})
  const task = describeTask(ended('ticker', 'stopped'), shell)
  expect(task).toMatchObject({title: 'Background command stopped', subject: 'ticker'})
  expect(JSON.stringify(task.asked)).not.toContain('ticker')
  expect(formatTaskEnd(shell, ended('ticker', 'stopped'))).toBe('Background command stopped')
})

test('what it took and what it reported is shown at every depth', () => {
  const usage = {tokens: 12535, toolUses: 1, durationMs: 2699}
  const task = describeTask({...ended('Agent "Look" completed'), result: 'A bug.', usage}, undefined)
  expect(task).toMatchObject({
    outcome: '1 tool · 12.5k tokens',
    durationMs: 2699,
    answered: [prose('A bug.')],
  })
})

test('the call that began it is shown how it ended, without its name', () => {
  const shell = run('Bash', {command: 'npm test'})
  const failed = ended('Background command "npm test" failed with exit code 1', 'failed')
  expect(formatTaskEnd(shell, failed)).toBe('Background command failed, exit 1')
})
