import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {recording} from '../../../test/support/recordings.ts'
import {readLines} from '../../dialects/index.ts'
import {openPipeRoom} from '../disk/pipe-room.ts'

const asset = {text: '', hash: ''}
const [transcript] = recording('2.1.325/tools-basic').transcripts

test('what a session is known to have cost stays known when it is read anew', async () => {
  const assets = {style: asset, script: asset}
  const plan = {incarnation: 'test', address: '/s/test', zone: 'UTC', depth: 'hook', assets} as const
  const {room, fold, finish} = openPipeRoom(plan, () => 0)
  const read = (): void => {
    const reader = readLines('-')
    fold([...reader.push(readFileSync(transcript?.path ?? '')), ...reader.end()], undefined)
  }
  room.noteCost({usd: 12.34, from: 'computed'})
  read()
  expect((await room.view({most: 0})).header).toContain('12.34')
  room.reset()
  read()
  expect((await room.view({most: 0})).header).toContain('12.34')
  finish()
  room.close()
})
