import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {recording} from '../support/conversation/recordings.ts'
import {
  assistantResponse,
  resultRecord,
  textBlock,
  toolResult,
  toolUse,
} from '../support/conversation/test-conversation.ts'
import {program, recount} from '../support/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-print-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const env = {PATH: process.env['PATH'] ?? '', HOME: temp, TZ: 'UTC'}
const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** Pipes a text through the program. */
const print = (input: string | Buffer, words: readonly string[] = [], more: Record<string, string> = {}) =>
  recount(words, {home: temp, input, env: {HOME: temp, ...more}})

/** Starts the program, and writes to it later. */
function start(words: readonly string[], nodeWords: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeWords, program, ...words], {env})
  child.stdin.on('error', () => {})
  let printed = ''
  let reported = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    reported += piece
  })
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece
  })
  const until = async (sight: string): Promise<void> => {
    while (!printed.includes(sight)) await once(child.stdout, 'data')
  }
  return {
    child,
    until,
    say: (...records: readonly object[]) => child.stdin.write(lines(records)),
    printed: () => printed,
    reported: () => reported,
    exit: async () => {
      const [code, signal] = await once(child, 'exit')
      return signal ?? code
    },
  }
}

/** The program reports when it listens for Ctrl-C, and waits for the last words of a pipeline until SIGUSR2. */
const startSteered = (words: readonly string[]) =>
  start(words, ['--import', join(root, 'test/support/steered-process.mjs')])

const streamOf = (name: string): Buffer => readFileSync(recording(name).streams[0]?.path ?? '')
const done = [
  assistantResponse('m', textBlock('Hello.')),
  resultRecord({result: 'Hello.', duration_ms: 1500, num_turns: 1}),
]

describe('a stream through a pipe', () => {
  test('has sessions, turns and commands apart', () => {
    const path = join(temp, 'apart.jsonl')
    const records = [
      assistantResponse('m', textBlock('Hello.')),
      {...assistantResponse('n', textBlock('Again.')), session_id: 't'},
    ]
    writeFileSync(path, lines(records))
    expect(print('', ['show', path, '--style', 'line']).stdout).toContain(
      '• Hello.\n\n▸ Session Initialized  t\n',
    )
    expect(print('', ['show', path, '--style', 'line']).stdout).toMatch(/^▸ Session Initialized {2}s\n/)
  })

  test('is printed as the same file is shown', () => {
    for (const name of ['2.1.325/parallel', '2.1.325/subagents-parallel', '2.1.112/tool-errors']) {
      const [file] = recording(name).streams
      for (const style of ['box', 'line', 'plain']) {
        const piped = print(streamOf(name), ['--style', style])
        const saved = print('', ['show', file?.path ?? '', '--style', style])
        expect(piped).toEqual(saved)
      }
    }
  })
  test('is printed in lines without a terminal, and in ASCII or boxes if asked', () => {
    expect(print(lines(done)).stdout).toContain('• Hello.')
    expect(print(lines(done), ['--style', 'box']).stdout).toContain('║  Hello.')
    const plain = print(lines(done), ['--style', 'plain']).stdout
    expect(plain).toContain('Hello.')
    expect(plain).toMatch(/^[\x20-\x7e\n]*$/)
  })
  test('passes lines that are not JSON through, unchanged and in place', () => {
    const noise = 'npm warn: something (old) — “odd”'
    const {stdout} = print(`${noise}\n${lines(done)}${noise} 2\n`)
    expect(stdout.startsWith(`${noise}\n`)).toBe(true)
    expect(stdout).toContain(`\n${noise} 2\n`)
    expect(stdout.indexOf(`${noise} 2`)).toBeGreaterThan(stdout.indexOf('Hello.'))
  })
  test('counts unknown records, and shows them at depth all', () => {
    const stream = lines([{type: 'brand_new', session_id: 's', value: 'surprise'}, ...done])
    const normal = print(stream).stdout
    expect(normal).not.toContain('surprise')
    expect(normal).toContain('1 unknown')
    expect(print(stream, ['--depth', 'all']).stdout).toContain('surprise')
  })
  test('is headed by the names its user gave it; our own names win', () => {
    const stream = streamOf('2.1.325/hello')
    const theirs = {
      CCPRETTY_TITLE: 'Nightly',
      CCPRETTY_DESCRIPTION: 'All tests',
      CCPRETTY_URL: 'https://ci.example/7',
    }
    const box = print(stream, ['--style', 'box', '--width', '58'], theirs).stdout
    expect(box).toContain('║   🚀 Nightly ')
    expect(box).toContain('║   All tests ')
    expect(box).toContain('║   URL: https://ci.example/7 ')
    expect(print(stream, [], {...theirs, RECOUNT_TITLE: 'Ours'}).stdout).toContain('Ours')
  })
  test('is kept byte for byte with --tee', () => {
    const stream = Buffer.concat([streamOf('2.1.325/parallel'), Buffer.from([0xff, 0xfe, 0x0a])])
    const path = join(temp, 'kept.jsonl')
    expect(print(stream, ['--tee', path]).status).toBe(0)
    expect(readFileSync(path).equals(stream)).toBe(true)
    expect(print(stream, ['--tee', join(temp, 'no/such/folder')]).status).toBe(1)
  })
  test('fails with --check if the run failed, and only then', () => {
    expect(print(lines(done), ['--check']).status).toBe(0)
    const failed = [
      assistantResponse('m', textBlock('Oh.')),
      resultRecord({subtype: 'error_max_turns', is_error: true}),
    ]
    expect(print(lines(failed)).status).toBe(0)
    expect(print(lines(failed), ['--check'])).toMatchObject({
      status: 1,
      stderr: 'The run did not complete: it failed (turn limit reached).\n',
    })
    expect(print(lines(done.slice(0, 1)), ['--check']).status).toBe(1)
    expect(print(streamOf('2.1.112/sigkill-midline'), ['--check']).status).toBe(1)
  })
})

describe('however it comes', () => {
  const many = 200_000
  /** Writes numbered answers as fast as they can be written. */
  const flood = `let i = 0
const line = () => JSON.stringify({type: 'assistant', session_id: 's', uuid: 'u' + i, message: {id: 'm' + i, role: 'assistant', content: [{type: 'text', text: 'number ' + i++}]}}) + '\\n'
const more = () => { while (i < ${many}) { let text = ''; for (let n = 0; n < 500; n++) text += line(); if (!process.stdout.write(text)) return process.stdout.once('drain', more) } }
more()`
  test('nothing is dropped: 200,000 messages at full speed come out in order, in flat memory', {
    timeout: 120_000,
  }, async () => {
    const source = spawn(process.execPath, ['-e', flood])
    const child = spawn(process.execPath, ['--max-old-space-size=160', program, '--style', 'line'], {
      env,
      stdio: [source.stdout, 'pipe', 'inherit'],
    })
    let expected = 0
    let rest = ''
    for await (const piece of child.stdout.setEncoding('utf8')) {
      const parts = (rest + piece).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) if (line === `• number ${expected}`) expected += 1
    }
    expect(expected).toBe(many)
  })
  test('it ends quietly, with 0, when its reader closes the pipe', () => {
    const {stdout, stderr, status} = spawnSync(
      'bash',
      [
        '-c',
        `set -o pipefail; "$0" -e "$1" 2>/dev/null | "$0" "$2" | head -5; exit "\${PIPESTATUS[1]}"`,
        process.execPath,
        flood,
        program,
      ],
      {env, encoding: 'utf8'},
    )
    expect(stdout.split('\n')).toHaveLength(6)
    expect({stderr, status}).toEqual({stderr: '', status: 0})
  })
  test('silence does not end it: a call is given up, and its late result is still printed', async () => {
    const run = start(['--style', 'line', '--orphan-after', '1'])
    run.say(assistantResponse('m', toolUse('a', 'Read', {file_path: '/x.txt'})))
    await run.until('⌛ Read')
    run.say(toolResult('a', 'late but there'), ...done)
    run.child.stdin.end()
    expect(await run.exit()).toBe(0)
    expect(run.printed()).toMatch(/⌛ Read[\s\S]*✓ Read[\s\S]*Hello\./)
  })
  test('Ctrl-C before the first line is not reported as empty input', async () => {
    const run = startSteered(['--style', 'line'])
    await expect.poll(run.reported).toContain('listening for Ctrl-C')
    run.child.kill('SIGINT')
    run.child.kill('SIGUSR2')
    expect(await run.exit()).toBe('SIGINT')
    expect(run.printed() + run.reported()).not.toContain('empty')
  })
  test('a reader that leaves hides nothing from --check and --tee', () => {
    const path = join(temp, 'whole.jsonl')
    const {status} = spawnSync(
      'bash',
      [
        '-c',
        `"$0" -e "$1" | "$0" "$2" --check --tee "$3" | head -1; exit "\${PIPESTATUS[1]}"`,
        process.execPath,
        `for (let i = 0; i < 3000; i++) console.log(JSON.stringify({type: 'assistant', session_id: 's', message: {id: 'm' + i, content: [{type: 'text', text: 'number ' + i}]}})); console.log('{"type":"result","subtype":"success","is_error":false,"session_id":"s"}')`,
        program,
        path,
      ],
      {env, encoding: 'utf8'},
    )
    expect(status).toBe(0)
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3002)
  })
  test('Ctrl-C prints what is there first; twice ends it at once', async () => {
    const once = startSteered(['--style', 'line'])
    once.say(assistantResponse('m', textBlock('Working.')), assistantResponse('m', toolUse('a')))
    await once.until('Working.')
    once.child.kill('SIGINT')
    once.say(assistantResponse('n', textBlock('Last words.')))
    await once.until('Last words.')
    once.child.kill('SIGUSR2')
    expect(await once.exit()).toBe('SIGINT')
    expect(once.printed()).toContain('cut off')
    const twice = startSteered(['--style', 'line'])
    twice.say(assistantResponse('m', textBlock('Working.')))
    await twice.until('Working.')
    // Two signals that arrive at once are one.
    const asking = setInterval(() => twice.child.kill('SIGINT'), 100)
    expect(await twice.exit()).toBe('SIGINT')
    clearInterval(asking)
    expect(twice.printed()).not.toContain('cut off')
  })
  test('a slow reader loses nothing', {timeout: 60_000}, async () => {
    const child = spawn(process.execPath, [program, '--style', 'line', '--depth', 'all'], {env})
    const records = Array.from({length: 3000}, (_, n) =>
      assistantResponse(`m${n}`, textBlock(`${n}-${'x'.repeat(500)}`)),
    )
    child.stdin.end(lines([...records, resultRecord()]))
    let printed = ''
    child.stdout.setEncoding('utf8').pause()
    // Nothing more fits in here, and soon nothing into the pipe: the program has to wait.
    await expect
      .poll(() => child.stdout.readableLength)
      .toBeGreaterThanOrEqual(child.stdout.readableHighWaterMark)
    for await (const piece of child.stdout) printed += piece
    for (let n = 0; n < 3000; n += 1) expect(printed.includes(`• ${n}-xxx`)).toBe(true)
  })
})

describe('a saved session', () => {
  const path = 'samples/discount/transcript'
  const show = (...words: readonly string[]): string => print('', ['show', join(root, path), ...words]).stdout
  test('is filtered by turn, tool, agent and error', () => {
    expect(show('--turn', '1')).not.toContain('changelog, please')
    expect(show('--turn', '2..')).toContain('changelog, please')
    const bash = show('--tool', 'bash')
    expect(bash).toContain('npm test')
    expect(bash).not.toContain('Read')
    expect(show('--errors')).toContain('exit 1')
    expect(show('--errors')).not.toContain('✓ Bash')
    expect(show('--agent', 'find all')).toContain('┃')
    expect(print('', ['show', join(root, path), '--turn', 'x']).status).toBe(2)
  })
  test('without anything that matches the filter says what there is, and exits with 1', () => {
    const nothing = (...words: readonly string[]) => print('', ['show', join(root, path), ...words])
    expect(nothing('--agent', 'zzz')).toMatchObject({stdout: '', status: 1})
    expect(nothing('--agent', 'zzz').stderr).toMatch(/^No agent named "zzz"\. Agents: .+\.\n$/)
    expect(nothing('--turn', '99').stderr).toMatch(/^No turn 99\. The session has \d+ turns\.\n$/)
    const good = [recording('2.1.325/hello').streams[0]?.path ?? '', '--errors']
    expect(print('', ['show', ...good])).toEqual({stdout: '', stderr: 'No errors.\n', status: 0})
  })
  test('has a closing line only if all of it is shown, and a turn no empty line before it', () => {
    expect(show()).toContain('✓ completed ·')
    expect(show('--turn', '2')).not.toContain('✓ completed ·')
    expect(show('--turn', '2')).toMatch(/^\S/)
  })
  test('says that a file is empty', () => {
    const empty = join(temp, 'empty.jsonl')
    writeFileSync(empty, '')
    expect(print('', ['show', empty])).toEqual({
      stdout: '',
      stderr: `Nothing to show: ${empty} is empty.\n`,
      status: 1,
    })
  })
  test('is shown whole with --full', () => {
    const cut = show('--style', 'box')
    expect(cut).toMatch(/… \d+ more lines/)
    expect(show('--style', 'box', '--full')).not.toMatch(/… \d+ more lines/)
  })
  test('is replayed to the same page', () => {
    const replayed = print('', ['replay', join(root, path), '--speed', 'max'])
    expect(replayed).toEqual(print('', ['show', join(root, path)]))
  })
  test('that is empty is refused by replay as by show', () => {
    const empty = join(temp, 'empty.jsonl')
    writeFileSync(empty, '')
    expect(print('', ['replay', empty])).toEqual(print('', ['show', empty]))
    expect(print('', ['replay', empty]).status).toBe(1)
  })
  test('is filtered of lines that are not JSON too', () => {
    const noisy = join(temp, 'noisy.jsonl')
    writeFileSync(
      noisy,
      `npm warn noise\n${lines([assistantResponse('m', toolUse('a', 'Read', {file_path: '/x'})), toolResult('a')])}`,
    )
    expect(print('', ['show', noisy]).stdout).toContain('npm warn noise')
    expect(print('', ['show', noisy, '--tool', 'Read']).stdout).not.toContain('npm warn noise')
  })
  test('is replayed from one time to another', () => {
    const part = print('', [
      'replay',
      join(root, path),
      '--speed',
      'max',
      '--from',
      '1s',
      '--to',
      '10s',
    ]).stdout
    expect(part.length).toBeGreaterThan(0)
    expect(part.length).toBeLessThan(show().length)
    expect(print('', ['replay', join(root, path), '--from', 'noon']).status).toBe(2)
  })
})
