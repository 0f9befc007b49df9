import {describe, expect, test} from 'vitest'
import {readHook} from './read-hook.ts'

const finished = (fields: object) =>
  readHook({hook_name: 'Stop', hook_event: 'Stop', outcome: 'success', ...fields}, 'finished')

describe('a hook', () => {
  test.each([
    [{exit_code: 2, stderr: 'not here\n', outcome: 'error'}, 'not here'],
    [{stdout: '{"decision":"block","reason":"please double check"}\n'}, 'please double check'],
    [
      {stdout: '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no rm"}}'},
      'no rm',
    ],
    [{stdout: '{"continue":false,"stopReason":"enough"}'}, 'enough'],
  ])('that says %j blocks, and why', (fields, reason) => {
    expect(finished(fields)).toMatchObject({outcome: 'blocked', reason})
  })

  test.each([
    {stdout: '{"hookSpecificOutput":{"permissionDecision":"allow"}}'},
    {stdout: '{"decision":"approve"}'},
    {stdout: '{"decision":"block"'},
    {stdout: 'I would block'},
    {},
  ])('that says %j does not', (fields) => {
    expect(finished(fields)).toMatchObject({outcome: 'success', reason: undefined})
  })

  test('says nothing before it has ended', () => {
    expect(readHook({hook_name: 'Stop', stdout: '{"decision":"block"}'}, 'progress')).toMatchObject({
      outcome: undefined,
      reason: undefined,
    })
  })
})
