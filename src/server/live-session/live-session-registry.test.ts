import {expect, test} from 'vitest'
import {idleSession} from '../../../test/support/viewer/idle-session.ts'
import {LiveSessionRegistry} from './live-session-registry.ts'

const subscriber = {onEvent() {}, onReset() {}}

/** A registry with a simulated clock, and the sessions that were closed. */
function registryOf(most: number) {
  const closed: string[] = []
  const clock = {now: 0}
  const registry = new LiveSessionRegistry(async (session) => idleSession(() => closed.push(session)), {
    now: () => clock.now,
    idleMs: 1000,
    maxOpen: most,
  })
  /** Opens a session and subscribes to it. */
  const enter = async (session: string): Promise<() => void> => {
    const room = await registry.get(session)
    if (!room) throw new Error(`There is no room for ${session}.`)
    return registry.subscribe(session, room, 0, subscriber)
  }
  return {registry, clock, closed, enter}
}

test('a session is closed after a while without subscribers', async () => {
  const {registry, clock, closed, enter} = registryOf(8)
  const leave = await enter('watched')
  await registry.get('left')
  clock.now = 1000
  registry.sweep()
  await Promise.resolve()
  expect(closed).toEqual(['left'])
  leave()
  clock.now = 2000
  registry.sweep()
  await Promise.resolve()
  expect(closed).toEqual(['left', 'watched'])
})

test('if too many are open, the one that was unused longest is closed', async () => {
  const {registry, clock, closed} = registryOf(2)
  for (const session of ['a', 'b', 'c']) {
    clock.now += 1
    await registry.get(session)
  }
  await Promise.resolve()
  expect(closed).toEqual(['a'])
})

test('a session that was just opened is not closed, however many others are open', async () => {
  const {registry, closed, enter} = registryOf(2)
  await enter('a')
  await enter('b')
  await registry.get('c')
  await Promise.resolve()
  expect([closed, registry.size]).toEqual([[], 3])
})
