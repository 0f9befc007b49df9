import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {listFields} from '../../scripts/compatibility/field-paths.ts'
import {isFieldRead, isFieldReadInstead} from '../../scripts/compatibility/field-use.ts'
import type {Sightings} from '../../scripts/compatibility/sightings.ts'
import {compareVersions, note, versionRange} from '../../scripts/compatibility/sightings.ts'
import {describeCompatibility} from '../../scripts/describe-compatibility.ts'
import {golden} from '../support/golden.ts'

const recordings = fileURLToPath(new URL('../recordings', import.meta.url))

test('docs/compatibility.md says what the recordings contain', async () => {
  golden('docs/compatibility.md', await describeCompatibility(recordings))
})

describe('a range of versions', () => {
  const all = ['1.0.128', '2.1.112', '2.1.325', '2.2.0']
  test.each([
    [all, 'all'],
    [['2.1.112'], '2.1.112'],
    [['2.1.112', '2.1.325', '2.2.0'], '2.1.112 and later'],
    [['1.0.128', '2.1.112'], '1.0.128 to 2.1.112'],
    [['1.0.128', '2.1.325', '2.2.0'], '1.0.128, 2.1.325 and later'],
  ])('of %j is %s', (versions, range) => {
    expect(versionRange(all, {counts: new Map(versions.map((version) => [version, 1]))})).toBe(range)
  })
})

test('what only one version recorded the scenario of is neither new nor gone', () => {
  const sightings: Sightings = new Map()
  note(sightings, 'summary', {version: '1', scenario: 'hello'})
  note(sightings, 'task', {version: '2', scenario: 'hello'})
  note(sightings, 'worktree', {version: '2', scenario: 'worktree'})
  note(sightings, 'user', {version: '1', scenario: 'hello'})
  note(sightings, 'user', {version: '2', scenario: 'worktree'})
  expect(compareVersions(sightings, '1', '2', new Set(['hello']))).toEqual({
    added: ['task'],
    removed: ['summary'],
  })
})

describe('a field is read', () => {
  const record = {
    type: 'assistant',
    message: {id: 'msg_1', role: 'assistant', content: [], usage: {input_tokens: 1, speed: 'standard'}},
    session_id: 'a',
    uuid: 'b',
    error: 'rate_limit',
    is_api_error_message: true,
    thinking_display: 'summarized',
  }
  const fields = listFields(record)
  const readFields = (isRead: (field: (typeof fields)[number]) => boolean): readonly string[] =>
    fields.filter(isRead).map(({path}) => path)

  test('if the message changes with it', () => {
    const read = readFields((field) => isFieldRead(record, field))
    expect(read).toEqual([
      'type',
      'message',
      'message.id',
      'message.content',
      'message.usage',
      'message.usage.input_tokens',
      'session_id',
      'uuid',
      'error',
    ])
  })
  test('if it is compared with a word', () => {
    expect(readFields((field) => isFieldRead(record, field, ['fast']))).toContain('message.usage.speed')
  })
  test('if it says what another field does not say', () => {
    const error = fields.filter(({path}) => path === 'error')
    expect(readFields((field) => isFieldReadInstead(record, field, error, []))).toContain(
      'is_api_error_message',
    )
    expect(readFields((field) => isFieldReadInstead(record, field, fields, []))).not.toContain(
      'thinking_display',
    )
  })
})
