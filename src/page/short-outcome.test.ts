import {expect, test} from 'vitest'
import {callOf} from '../../test/support/pages/session-page.ts'
import {ansi, field, fields, note} from './build-nodes.ts'
import {shortOutcome} from './short-outcome.ts'

const failed = (printed: string, asked = fields(field('command', 'Command', 'make'))) =>
  shortOutcome(callOf({state: 'failed', outcome: 'exit 1', asked, answered: [ansi(printed, 'error')]}))

test('a failed command is summed up by the last line that looks like an error', () => {
  expect(failed('building\nError: the shaft is stuck\n    at turn (mill.js:3:1)\n\nNode.js v22')).toBe(
    'Error: the shaft is stuck',
  )
  expect(failed('Traceback (most recent call last):\n  File "a.py"\nValueError: 3')).toBe('ValueError: 3')
  expect(failed('a.ts(1,2): error TS2304: Cannot find name\n0 errors in tests')).toBe(
    'a.ts(1,2): error TS2304: Cannot find name',
  )
})

test('what npm and make add after the error is not the reason, unless there is no other', () => {
  expect(failed('src/a.c:3: error: no mill\nmake: *** [Makefile:2: all] Error 1')).toBe(
    'src/a.c:3: error: no mill',
  )
  expect(failed('npm error 404 Not Found\nnpm error A complete log of this run can be found in: /x')).toBe(
    'npm error 404 Not Found',
  )
  expect(failed('make: *** [Makefile:2: all] Error 1')).toBe('make: *** [Makefile:2: all] Error 1')
})

test('without a line that looks like an error it is the last line, else the exit code', () => {
  expect(failed('one\ntwo\n---')).toBe('two')
  expect(failed('')).toBe('exit 1')
})

test('a tool that is no command begins with the reason', () =>
  expect(failed('String to replace not found in file.\nString: throw new Error(x)', [])).toBe(
    'String to replace not found in file.',
  ))

test('a call that was stopped is summed up by who stopped it; colours are removed and long lines cut', () => {
  const said = ansi('\n\u001b[31mNo such tool available:\u001b[0m Glob\nmore', 'error')
  expect(shortOutcome(callOf({state: 'failed', answered: [said]}))).toBe('No such tool available: Glob')
  expect(shortOutcome(callOf({state: 'denied', answered: [note('warning', 'Denied by a hook'), said]}))).toBe(
    'Denied by a hook',
  )
  expect(shortOutcome(callOf({state: 'failed', answered: [ansi('x'.repeat(400))]}))).toHaveLength(73)
})

test('what went well has its outcome, or none', () => {
  expect(shortOutcome(callOf({state: 'completed', answered: [ansi('an error')]}))).toBeUndefined()
  expect(shortOutcome(callOf({state: 'completed', outcome: '3 files'}))).toBe('3 files')
})
