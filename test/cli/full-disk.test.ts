import {spawn, spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {journalOwner} from '../../src/cli/commands/slack/slack-poster.ts'
import {openJournal} from '../../src/sinks/slack/journal.ts'
import {program, recountInProcess} from '../support/program.ts'
import {FakeSlack} from '../support/slack/fake-slack.ts'
import {openPty} from '../support/terminal/terminal-window.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-full-'))
const mounted: string[] = []
afterAll(() => {
  for (const folder of mounted) spawnSync('umount', [folder])
  rmSync(temp, {recursive: true, force: true})
})

const session = '01234567-89ab-4cde-8f01-23456789abcd'
const answers = 400
const stream = join(temp, 'stream.jsonl')
/** Longer than the buffer of a pipe: its writer waits for a reader, and dies if the reader leaves. */
const text = [
  {type: 'system', subtype: 'init', session_id: session, cwd: '/', tools: [], model: 'claude-opus-5-5'},
  ...Array.from({length: answers}, (_, index) => ({
    type: 'assistant',
    session_id: session,
    message: {
      id: `m${index}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{type: 'text', text: `Answer ${index} ${'x'.repeat(500)}`}],
    },
  })),
  {
    type: 'result',
    subtype: 'success',
    session_id: session,
    result: 'ok',
    is_error: false,
    num_turns: 1,
    duration_ms: 5000,
  },
]
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('')
writeFileSync(stream, text)

let count = 0
const newFolder = (): string => {
  count += 1
  const folder = join(temp, String(count))
  mkdirSync(folder)
  return folder
}

/** A file system of its own with this many kilobytes; nothing without the right to mount one. */
function smallDisk(kilobytes: number): string | undefined {
  const folder = newFolder()
  const {status} = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder])
  if (status !== 0) return undefined
  mounted.push(folder)
  return folder
}
const canMount = smallDisk(64) !== undefined
const isLinux = process.platform === 'linux'

interface Ran {
  readonly stdout: string
  readonly stderr: string
  /** How what came before us in the pipe ended, and how we did. */
  readonly upstream: number
  readonly status: number
}

/** Pipes the stream into `recount $words` in a bash. */
function pipe(words: string, {home = newFolder(), before = ''} = {}): Ran {
  const script = `${before} cat "$STREAM" | "$NODE" "$PROGRAM" ${words}; echo "\${PIPESTATUS[@]}" >&2`
  const {stdout, stderr} = spawnSync('bash', ['-c', script], {
    cwd: temp,
    env: {
      ...{PATH: process.env['PATH'], HOME: home, RECOUNT_HOME: home, NO_COLOR: '1', TZ: 'UTC'},
      ...{STREAM: stream, NODE: process.execPath, PROGRAM: program},
    },
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const lines = stderr.trimEnd().split('\n')
  const [upstream, status] = (lines.pop() ?? '').split(' ').map(Number)
  return {stdout, stderr: lines.join('\n'), upstream: upstream ?? -1, status: status ?? -1}
}

const whole = pipe('').stdout
const full = 'no space left; free some, or write somewhere else.'
const onward = 'This copy is incomplete; printing continues.'

/** The file that was recorded below a home. */
const recorded = (home: string): string => {
  const [name = ''] = readdirSync(join(home, 'recordings'))
  return join(home, 'recordings', name, 'stream.jsonl')
}

test('the stream is printed to its end', () => {
  expect(whole).toContain(`Answer ${answers - 1}\n`)
  expect(whole).toContain('completed · 5.00s')
})

describe.runIf(isLinux)('a copy that cannot be written', () => {
  test('with --tee is reported once, and everything is printed', () => {
    const ran = pipe('--tee /dev/full')
    expect(ran).toEqual({
      stdout: whole,
      stderr: `Cannot write /dev/full: ${full} ${onward}`,
      upstream: 0,
      status: 1,
    })
  })
  test('does not end another copy', () => {
    const home = newFolder()
    const ran = pipe('--record --tee /dev/full', {home})
    expect(ran).toMatchObject({stdout: whole, upstream: 0, status: 1})
    expect(ran.stderr).toBe(`Cannot write /dev/full: ${full} ${onward}\nRecorded in ${recorded(home)}.`)
    expect(readFileSync(recorded(home), 'utf8')).toBe(text)
  })
  test.each(['--tee "$HOME/copy"', '--record', '--record --tee "$HOME/copy"'])(
    'because of a limit on file sizes has everything up to the limit: %s',
    (words) => {
      const home = newFolder()
      const ran = pipe(words, {home, before: 'ulimit -f 32;'})
      expect(ran).toMatchObject({stdout: whole, upstream: 0, status: 1})
      const copies = [
        ...(words.includes('tee') ? [join(home, 'copy')] : []),
        ...(words.includes('record') ? [recorded(home)] : []),
      ]
      expect(ran.stderr.split('the file would exceed the maximum file size')).toHaveLength(copies.length + 1)
      for (const path of copies) expect(readFileSync(path, 'utf8')).toBe(text.slice(0, 32 * 1024))
    },
  )
  test('because its reader closed it is reported once', () => {
    const ran = pipe('--tee >(head -c 1 > /dev/null)')
    expect(ran).toMatchObject({stdout: whole, upstream: 0, status: 1})
    expect(ran.stderr).toMatch(/^Cannot write \/dev\/fd\/\d+: the reader has closed it\. This copy .*$/)
  })
  test('does not hide how the run ended', () => {
    expect(pipe('--check --tee /dev/full')).toMatchObject({stdout: whole, upstream: 0, status: 1})
  })
  test('is reported above the running lines of a terminal', async () => {
    const command = `cat '${stream}' | '${process.execPath}' '${program}' --tee /dev/full; echo "ended with $?"; sleep 60`
    // The shell stays: what a terminal has not read when its last program ends is lost.
    const window = openPty(command, {columns: 200, rows: 40, env: {HOME: temp, RECOUNT_HOME: temp}})
    try {
      await window.until('ended with 1')
      const lines = window.lines().filter((line) => line.includes(onward))
      expect(lines).toEqual([`Cannot write /dev/full: ${full} ${onward}`])
      expect(window.lines().join('\n')).toContain(`Answer ${answers - 1}`)
    } finally {
      window.close()
    }
  })
})

describe.runIf(isLinux)('an output that cannot be written', () => {
  const said = `Cannot write the output: ${full}`
  test('does not end the copy', () => {
    const home = newFolder()
    const ran = pipe('--tee "$HOME/copy" > /dev/full', {home})
    expect(ran).toEqual({
      stdout: '',
      stderr: `${said} The rest is read but not printed.`,
      upstream: 0,
      status: 1,
    })
    expect(readFileSync(join(home, 'copy'), 'utf8')).toBe(text)
  })
  test('does not keep record from printing where the recording is', () => {
    const home = newFolder()
    const ran = pipe('record -- cat "$STREAM" > /dev/full', {home})
    expect(ran.status).toBe(1)
    expect(ran.stderr.split(said)).toHaveLength(2)
    expect(ran.stderr).toContain(`Recorded ${answers + 2} lines`)
    expect(readFileSync(recorded(home), 'utf8')).toBe(text)
  })
})

describe.runIf(canMount)('a disk that is full', () => {
  const disk = (): string => smallDisk(64) ?? ''
  const fill = (folder: string, kilobytes = 128): void => {
    spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'all')}`, 'bs=1k', `count=${kilobytes}`])
  }
  test('under --tee', () => {
    const folder = disk()
    const ran = pipe(`--tee ${folder}/copy`)
    expect(ran).toMatchObject({stdout: whole, upstream: 0, status: 1})
    expect(ran.stderr).toBe(`Cannot write ${folder}/copy: ${full} ${onward}`)
    const copy = readFileSync(join(folder, 'copy'), 'utf8')
    expect(copy).not.toBe('')
    expect(text.startsWith(copy)).toBe(true)
  })
  test('under --record', () => {
    const home = disk()
    const ran = pipe('--record', {home})
    expect(ran).toMatchObject({stdout: whole, upstream: 0, status: 1})
    const [failure = '', where] = ran.stderr.split('\n')
    expect(failure).toMatch(
      /^Cannot write .*: no space left; .* This copy is incomplete; printing continues\.$/,
    )
    expect(where).toBe(`Recorded only the start of the input in ${recorded(home)}.`)
    expect(text.startsWith(readFileSync(recorded(home), 'utf8'))).toBe(true)
  })
  test('before the first line leaves nothing behind', () => {
    const home = disk()
    fill(home)
    const ran = pipe('--record', {home})
    expect(ran).toMatchObject({stdout: whole, upstream: 0, status: 1})
    expect(ran.stderr.split('\n')).toHaveLength(1)
    expect(readdirSync(join(home, 'recordings'))).toEqual([])
  })
  test('under the store of record is reported once, with an exit code', () => {
    const store = disk()
    const home = newFolder()
    const ran = pipe(`record --store ${store} -- cat "$STREAM"`, {home})
    expect(ran).toMatchObject({stdout: whole, status: 1})
    expect(ran.stderr.split('no space left')).toHaveLength(2)
    expect(readFileSync(recorded(home), 'utf8')).toBe(text)
  })
  test('under --ci leaves no half file, and the summary elsewhere is written', () => {
    const folder = disk()
    fill(folder)
    const home = newFolder()
    const summary = join(home, 'summary.md')
    const ran = pipe(`record --ci --ci-folder ${folder}/ci -- cat "$STREAM"`, {
      home,
      before: `export GITHUB_STEP_SUMMARY=${summary};`,
    })
    expect(ran).toMatchObject({stdout: whole, status: 1})
    expect(ran.stderr.split('no space left')).toHaveLength(2)
    expect(readFileSync(summary, 'utf8')).toContain('Answer 1 ')
    expect(readdirSync(join(folder, 'ci'))).toEqual([])
  })
  test("Slack's journal continues after a record that was cut off", async () => {
    const folder = disk()
    const path = join(folder, 'journal')
    const record = (name: string) => ({kind: 'gone', ts: name.padEnd(1100, '.')}) as const
    const journal = openJournal(path, journalOwner)
    for (const name of ['1', '2', '3']) await journal.write(record(name))
    fill(folder)
    await expect(journal.write(record('4'))).rejects.toThrow(full)
    rmSync(join(folder, 'all'))
    expect(readFileSync(path, 'utf8')).toMatch(/"4\.+$/)
    await journal.write(record('5'))
    journal.close()
    const again = openJournal(path, journalOwner)
    again.close()
    expect(again.records).toEqual(['1', '2', '3', '5'].map(record))
  })
  test("under Slack's journal ends the posting, and nothing else", async () => {
    const fake = new FakeSlack()
    await fake.listen()
    const home = disk()
    fill(home)
    const child = spawn(process.execPath, [program, '--slack'], {
      cwd: temp,
      env: {
        ...{PATH: process.env['PATH'], HOME: home, RECOUNT_HOME: home, NO_COLOR: '1', TZ: 'UTC'},
        RECOUNT_SLACK_TOKEN: fake.token,
        RECOUNT_SLACK_CHANNEL: fake.general.id,
        RECOUNT_SLACK_API_URL: fake.apiUrl,
      },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      stdout += piece
    })
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece
    })
    const upstream = new Promise((resolve) =>
      child.stdin.on('error', resolve).end(text, () => resolve('read')),
    )
    await new Promise((resolve) => child.on('close', resolve))
    await fake.close()
    expect(await upstream).toBe('read')
    expect(stdout).toBe(whole)
    expect(stderr.split('no space left')).toHaveLength(2)
  })
  test('under the archive is reported by doctor, and the archive stays healthy', () => {
    const home = smallDisk(8000) ?? ''
    expect(recountInProcess(['index', temp], {home}).status).toBe(0)
    fill(home, 9000)
    const {status, stderr} = recountInProcess(['doctor'], {home})
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^Cannot write to .*, as when a disk is full\. What is archived is safe, and the next run continues\.\n$/,
      ),
    })
    rmSync(join(home, 'all'))
    expect(recountInProcess(['doctor'], {home}).status).toBe(0)
  })
})
