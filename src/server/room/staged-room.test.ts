import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {idleRoom} from '../../../test/support/idle-room.ts'
import {StagedRoom} from './staged-room.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the whole session is opened a moment after its end was there, and closed with it', async () => {
  const closed: string[] = []
  const opened = vi.fn(() => idleRoom(() => closed.push('whole')))
  const room = new StagedRoom(
    idleRoom(() => closed.push('tail')),
    opened,
  )
  expect(room.partial).toBe(true)
  await vi.runAllTimersAsync()
  expect(opened).toHaveBeenCalledOnce()
  expect([room.partial, closed]).toEqual([false, ['tail']])
  room.close()
  await vi.runAllTimersAsync()
  expect(closed).toContain('whole')
})

test('a session that is left before that is never opened, so that nothing stays open', async () => {
  const opened = vi.fn(() => idleRoom())
  const room = new StagedRoom(idleRoom(), opened)
  room.close()
  await vi.runAllTimersAsync()
  expect(opened).not.toHaveBeenCalled()
  await expect(room.call('document', 'md')).rejects.toThrow('The room is closed.')
})
