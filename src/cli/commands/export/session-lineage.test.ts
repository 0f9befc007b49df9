import {expect, test} from 'vitest'
import {readLines} from '../../../dialects/index.ts'
import {LineageReader, SessionLineage} from './session-lineage.ts'

const record = (sessionId: string, id: string, second: number, more: object = {}): string =>
  `${JSON.stringify({
    type: 'assistant',
    uuid: `${sessionId}-${id}`,
    parentUuid: null,
    sessionId,
    timestamp: `2026-01-01T00:00:0${second}.000Z`,
    message: {id, role: 'assistant', model: 'claude', content: [{type: 'text', text: id}]},
    ...more,
  })}\n`

test('a fork continues the session that it names, also if that one has ended later', () => {
  const reader = new LineageReader()
  const forkedFrom = {sessionId: 'old', messageUuid: 'old-m1'}
  const fork = [record('fork', 'm1', 1, {forkedFrom}), record('fork', 'm2', 2)]
  const old = [record('old', 'm1', 1), record('old', 'm3', 3)]
  for (const line of readLines('test').push(Buffer.from([...fork, ...old].join(''))))
    reader.add(line, undefined)
  const lineage = new SessionLineage()
  for (const member of reader.members()) lineage.add(member)
  expect([lineage.continues('fork'), lineage.continues('old')]).toEqual(['old', undefined])
})
