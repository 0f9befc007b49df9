import {expect, test} from 'vitest'
import {assistantResponse, toolResult, toolUse} from '../../../test/support/conversation/test-conversation.ts'
import {printerWith} from '../../../test/support/terminal/print.ts'
import {readLines} from '../../dialects/index.ts'

test('the clock of a running call starts when it is first shown, whenever its record was written', () => {
  const printer = printerWith({})
  const reader = readLines('old')
  const say = (record: object): void => {
    const bytes = new TextEncoder().encode(`${JSON.stringify(record)}\n`)
    for (const line of reader.push(bytes)) printer.read(line)
  }
  const now = Date.parse('2026-06-01T12:00:00Z')
  const shown = (after: number): string =>
    printer.running(now + after, {columns: 80, rows: 5}, true).join('\n')
  say({
    ...assistantResponse('m1', toolUse('t1', 'Bash', {command: 'sleep 9'})),
    timestamp: '2026-01-01T00:00:00.000Z',
  })
  expect(shown(0)).toMatch(/ 0s$/m)
  expect(shown(7000)).toMatch(/ 7s$/m)
  say(toolResult('t1'))
  expect(shown(8000)).not.toContain('sleep')
})
