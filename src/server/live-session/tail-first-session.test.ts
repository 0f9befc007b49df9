import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {idleSession} from '../../../test/support/viewer/idle-session.ts'
import {TailFirstSession} from './tail-first-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the complete session is opened shortly after its tail, and closed with it', async () => {
  const closed: string[] = []
  const opened = vi.fn(() => idleSession(() => closed.push('whole')))
  const room = new TailFirstSession(
    idleSession(() => closed.push('tail')),
    opened,
  )
  expect(room.isPartial).toBe(true)
  await vi.runAllTimersAsync()
  expect(opened).toHaveBeenCalledOnce()
  expect([room.isPartial, closed]).toEqual([false, ['tail']])
  room.close()
  await vi.runAllTimersAsync()
  expect(closed).toContain('whole')
})

test('a session that is closed before that is never opened', async () => {
  const opened = vi.fn(() => idleSession())
  const room = new TailFirstSession(idleSession(), opened)
  room.close()
  await vi.runAllTimersAsync()
  expect(opened).not.toHaveBeenCalled()
  await expect(room.call('document', 'md')).rejects.toThrow('The session is closed.')
})
