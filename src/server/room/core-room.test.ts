import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {growingSession} from '../../../test/support/server-session.ts'
import {readLines} from '../../dialects/index.ts'
import {openPipeRoom} from '../disk/pipe-room.ts'

const folder = mkdtempSync(join(tmpdir(), 'recount-room-'))
const asset = {text: '', hash: ''}

afterAll(() => rmSync(folder, {recursive: true, force: true}))

test('what a session is known to have cost stays known when it is read anew', async () => {
  const session = growingSession(folder, 1)
  session.ask('What does it cost?')
  session.say('Nobody but the archive knows.')
  const assets = {style: asset, script: asset}
  const plan = {incarnation: 'test', address: '/s/test', zone: 'UTC', depth: 'hook', assets} as const
  const {room, fold, finish} = openPipeRoom(plan, () => 0)
  const read = (): void => {
    const reader = readLines('-')
    fold([...reader.push(readFileSync(session.file)), ...reader.end()], undefined)
  }
  room.noteCost({usd: 12.34, from: 'computed'})
  read()
  expect((await room.view({most: 0})).header).toContain('$12.34')
  room.reset()
  read()
  expect((await room.view({most: 0})).header).toContain('$12.34')
  finish()
  room.close()
})
