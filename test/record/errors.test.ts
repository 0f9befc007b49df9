import {spawnSync} from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {storeId} from '../../src/cli/commands/record/store-recorder.ts'
import {openRecording} from '../../src/sinks/recording.ts'
import {readOffsets, startChild} from '../../src/sources/index.ts'
import {recording} from '../support/conversation/recordings.ts'
import {program, readUntilWaiting, recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-troubles-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const stream = join(recording('2.1.325/parallel').folder, 'stream.jsonl')
const session = '2ba37730'

let homes = 0
const newHome = (): string => {
  homes += 1
  return join(temp, `home-${homes}`)
}

const file = join(temp, 'file')
writeFileSync(file, '')

describe('before anything is run', () => {
  test.each([
    ['that cannot be made', join(file, 'store'), 'a part of the path is not a folder'],
    ['whose settings are not JSON', brokenStore(), 'is not a JSON object'],
  ])('a store %s is reported in a sentence, and the command is not started', (_, store, reason) => {
    const home = newHome()
    const ran = join(temp, `ran-${homes}`)
    const said = recount(['record', '--store', store, '--', 'touch', ran], {home})
    expect(said).toMatchObject({status: 1, stdout: ''})
    expect(said.stderr).toContain(reason)
    expect(said.stderr.split('\n')).toHaveLength(2)
    expect(existsSync(ran)).toBe(false)
    expect(existsSync(join(home, 'recordings'))).toBe(false)
  })
  test('a folder that is gone is reported in a sentence', () => {
    const gone = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" record -- true`
    const ran = spawnSync('sh', ['-c', gone, process.execPath, program], {
      cwd: temp,
      env: {...process.env, RECOUNT_HOME: newHome()},
      encoding: 'utf8',
    })
    expect(ran.stderr).toBe('Cannot start true: no such command, or its folder is missing.\n')
  })
  test('a command without a name is reported in a sentence', () => {
    expect(recount(['record', '--', ''], {home: newHome()})).toMatchObject({
      status: 1,
      stderr: 'Cannot start "": that is not the name of a command.\n',
    })
  })
})

function brokenStore(): string {
  const folder = join(temp, 'broken', '.chorus')
  mkdirSync(folder, {recursive: true})
  writeFileSync(join(folder, 'config.json'), '{"version":')
  return folder
}

describe('in a store', () => {
  test('a run that prints nothing leaves no conversation, and no complaint', () => {
    const store = join(temp, 'silent')
    const ran = recount(['record', '--store', store, '--', 'true'], {home: newHome()})
    expect(ran.status).toBe(0)
    expect(ran.stderr).toMatch(/^Recorded 0 lines .*\n$/)
  })
  test('names that are blank, or lead elsewhere, become names inside it', () => {
    const store = join(temp, 'named')
    const words = ['record', '--store', store, '--workspace', ' ', '--agent', '../x', '--title', 'a\n日本']
    expect(recount([...words, '--', 'cat', stream], {home: newHome()}).status).toBe(0)
    expect(readdirSync(store)).toEqual(['.chorus'])
    expect(readdirSync(join(store, '.chorus')).sort()).toEqual(['config.json', 'conversations'])
    const ids = ['', ' ', '.', '..', '../x', '-x', '日本', '中国', 'a\nb', "it's", 'x'.repeat(300)].map(
      storeId,
    )
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^\w[\w.-]{0,199}$/)
  })
})

test('what a program leaves behind cannot hold us by its complaints', async () => {
  const child = await startChild({
    command: 'sh',
    args: ['-c', 'echo said >&2; sleep 600 > /dev/null & echo $! > left-behind; exit 0'],
    cwd: temp,
    env: process.env,
    stdout: 'inherit',
    stderr: 'pipe',
  })
  let said = ''
  for await (const piece of child.stderr ?? []) said += Buffer.from(piece).toString()
  expect(said).toBe('said\n')
  // It is still running, with our pipe as its standard error.
  expect(process.kill(Number(readFileSync(join(temp, 'left-behind'), 'utf8')))).toBe(true)
})

test('what was recorded is found by its session at once, and keeps its times in the archive', async () => {
  const home = newHome()
  const env = {CLAUDE_CONFIG_DIR: join(temp, 'no-claude')}
  const slowly = `while read -r line; do printf '%s\\n' "$line"; sleep 0.02; done < "$0"`
  expect(recount(['record', '--', 'bash', '-c', slowly, stream], {home, env}).status).toBe(0)
  const shown = recount(['show', session, '--format', 'json'], {home, env})
  expect(shown.status).toBe(0)
  expect(JSON.parse(shown.stdout).sessions[0].sessionId).toContain(session)
  const [name = ''] = readdirSync(join(home, 'recordings'))
  const folder = join(home, 'recordings', name)
  const noted = readFileSync(join(folder, 'offsets.txt'), 'utf8')
  expect(recount(['ls'], {home, env}).status).toBe(0)
  rmSync(folder, {recursive: true})
  expect(recount(['restore', session], {home, env}).status).toBe(0)
  expect(readFileSync(join(folder, 'offsets.txt'), 'utf8')).toBe(noted)
  expect(JSON.parse(readFileSync(join(folder, 'stream.meta.json'), 'utf8'))).toMatchObject({exitCode: 0})
  rmSync(folder, {recursive: true})
  const replay = ['replay', session, '--format', 'stream-json', '--real-time']
  const played = recount(replay, {home, env})
  expect(played.stdout).toBe(readFileSync(stream, 'utf8'))
  // The lines themselves tell no time: without the offsets nothing would wait between them.
  const waiting = await readUntilWaiting([...replay, '--speed', '0.00001'], {home, env})
  expect(played.stdout.startsWith(waiting)).toBe(true)
  expect(waiting.length).toBeLessThan(played.stdout.length)
})

test('lines do not come earlier than those before them, whatever the clock does', () => {
  const kept = openRecording(join(temp, 'clock'), {cwd: temp}, 10_000)
  kept.note([[1, 'system']], 12_000)
  kept.note([[2, 'user']], 11_000)
  kept.note([[3, 'result']], 5000)
  kept.close({}, 5000)
  expect([...(readOffsets(kept.path)?.at.values() ?? [])]).toEqual([2000, 2000, 2000])
})

test('an imported recording keeps its times, and nothing half-copied stays', () => {
  const home = newHome()
  const folder = join(temp, 'taken')
  mkdirSync(folder)
  for (const name of ['stream.jsonl', 'offsets.txt'])
    copyFileSync(join(recording('2.1.325/parallel').folder, name), join(folder, name))
  expect(recount(['import', folder], {home, env: {CLAUDE_CONFIG_DIR: home}}).status).toBe(0)
  const [name = ''] = readdirSync(join(home, 'recordings'))
  expect(readdirSync(join(home, 'recordings', name)).sort()).toEqual(['offsets.txt', 'stream.jsonl'])
  expect(readdirSync(home).filter((entry) => entry.startsWith('import'))).toEqual([])
})
