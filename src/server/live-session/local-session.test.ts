import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {growingSession} from '../../../test/support/viewer/growing-session.ts'
import {readLines} from '../../dialects/index.ts'
import {openStreamSession} from '../disk/stream-session.ts'

const folder = mkdtempSync(join(tmpdir(), 'recount-room-'))
const asset = {text: '', hash: ''}

afterAll(() => rmSync(folder, {recursive: true, force: true}))

/** A live session, and a function that adds the lines of a file. */
function roomOf(now = () => 0, time = now) {
  const assets = {style: asset, script: asset}
  const plan = {incarnation: 'test', address: '/s/test', zone: 'UTC', depth: 'hook', assets} as const
  const {session: room, fold, finish} = openStreamSession(plan, now, time)
  const read = (path: string): void => {
    const reader = readLines('-')
    fold([...reader.push(readFileSync(path)), ...reader.end()], undefined)
  }
  const close = (): void => {
    finish()
    room.close()
  }
  return {room, read, close}
}

test('the cost from the archive stays when a session is read again', async () => {
  const session = growingSession(folder, 1)
  session.ask('What does it cost?')
  session.say('Nobody but the archive knows.')
  const {room, read, close} = roomOf()
  room.setArchived({cost: {usd: 12.34, from: 'computed'}})
  read(session.file)
  expect((await room.call('view', {maxCharacters: 0})).header).toContain('$12.34')
  room.reset()
  read(session.file)
  expect((await room.call('view', {maxCharacters: 0})).header).toContain('$12.34')
  close()
})

test('running calls of a session that a stream has left are not shown in the next', async () => {
  const [before, after] = [growingSession(folder, 2), growingSession(folder, 3)]
  before.ask('Build it')
  before.call('make everything')
  after.ask('Something else')
  const {room, read, close} = roomOf()
  read(before.file)
  expect((await room.call('view', {maxCharacters: 1000})).running).toContain('make everything')
  read(after.file)
  const view = await room.call('view', {maxCharacters: 1000})
  expect(view.title).toBe('Something else')
  expect(view.running).not.toContain('make everything')
  close()
})

test('in a replay, the clock of a running call starts when it is shown', async () => {
  const session = growingSession(folder, 4)
  session.call('make everything')
  const called = Date.UTC(2026, 10, 16, 6) + (4 * 10_000 + 1) * 1000
  const today = Date.UTC(2030, 0, 1)
  let passed = 0
  const {room, read, close} = roomOf(
    () => today + passed,
    () => called + 10 * passed,
  )
  read(session.file)
  expect((await room.call('view', {maxCharacters: 1000})).running).toContain(`data-since="${today}"`)
  passed = 5000
  room.changed()
  expect((await room.call('view', {maxCharacters: 1000})).running).toContain(`data-since="${today}"`)
  close()
})
