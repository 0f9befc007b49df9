import {spawn} from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {createServer} from 'node:http'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {setTimeout} from 'node:timers/promises'
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest'
import {describeFile} from '../../src/sources/index.ts'
import {recording} from '../support/conversation/recordings.ts'
import {program, recountAsync} from '../support/program.ts'
import {FakeSlack} from '../support/slack/fake-slack.ts'
import {blocksIn, expectMirrored} from '../support/slack/test-mirror.ts'

const fake = new FakeSlack()
const temp = mkdtempSync(join(tmpdir(), 'recount-slack-'))
let count = 0
const newFolder = (): string => {
  count += 1
  const folder = join(temp, String(count))
  mkdirSync(folder)
  return folder
}
beforeAll(() => fake.listen())
afterAll(async () => {
  await fake.close()
  rmSync(temp, {recursive: true, force: true})
})
afterEach(() => fake.reset())

interface Place {
  readonly home: string
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

const configured = (): Readonly<Record<string, string>> => ({
  RECOUNT_SLACK_TOKEN: fake.token,
  RECOUNT_SLACK_CHANNEL: fake.general.id,
  RECOUNT_SLACK_API_URL: fake.apiUrl,
})

/** Starts the program beside the fake, which lives in this process. */
function start(words: readonly string[], {home, cwd, input, env}: Place) {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: cwd ?? home,
    env: {PATH: process.env['PATH'] ?? '', HOME: home, RECOUNT_HOME: home, NO_COLOR: '1', TZ: 'UTC', ...env},
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const ended = new Promise<{stdout: string; stderr: string; status: number | null}>((resolve) => {
    child.on('close', (status) => resolve({stdout, stderr, status}))
  })
  return {child, ended, printed: () => stdout}
}

const run = (words: readonly string[], {home, env, ...place}: Place) =>
  recountAsync(words, {cwd: home, ...place, home, env: {HOME: home, ...env}})

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 120_000) throw new Error('It never came to that.')
    await setTimeout(20)
  }
}

const {streams, transcripts} = recording('2.1.325/tools-basic')
const [stream] = streams
const [session] = transcripts
if (!stream || !session) throw new Error('The recording has no stream or no transcript.')
const streamText = readFileSync(stream.path, 'utf8')

describe('a run that comes through a pipe', () => {
  test('is printed as without Slack, and is in Slack as the conversation is', async () => {
    const plain = await run(['print'], {home: newFolder(), input: streamText})
    const told = await run(['--slack'], {home: newFolder(), input: streamText, env: configured()})
    expect(told).toMatchObject({stdout: plain.stdout, stderr: '', status: 0})
    expectMirrored(fake, [stream])
    expect(fake.tooEarly).toBe(0)
  })
  test('is printed as ever where Slack cannot be reached, and one sentence says so', async () => {
    const plain = await run(['print'], {home: newFolder(), input: streamText})
    const env = {...configured(), RECOUNT_SLACK_API_URL: 'http://127.0.0.1:9/'}
    const told = await run(['print', '--slack', '--slack-wait', '1'], {
      home: newFolder(),
      input: streamText,
      env,
    })
    expect(told).toMatchObject({stdout: plain.stdout, status: 0})
    expect(told.stderr).toMatch(
      /^Cannot post everything to Slack: \d+ messages are missing .*cannot be reached.*\n$/,
    )
  })
  test('is printed at once where Slack does not answer', async () => {
    fake.mishap = () => 'hang-before'
    const {child, printed, ended} = start(['print', '--slack', '--slack-wait', '600'], {
      home: newFolder(),
      input: streamText,
      env: configured(),
    })
    await until(() => printed().includes('All fixed'))
    // It has printed everything while it waits for Slack.
    expect(child.exitCode).toBe(null)
    child.kill('SIGKILL')
    await ended
  })
  test('is printed where Slack is not set up or refuses', async () => {
    const without = await run(['print', '--slack'], {home: newFolder(), input: streamText})
    expect(without).toMatchObject({status: 0, stderr: expect.stringContaining('no token is set')})
    expect(without.stdout).toContain('All fixed')
    const env = {...configured(), RECOUNT_SLACK_TOKEN: 'xoxb-wrong'}
    const refused = await run(['print', '--slack'], {home: newFolder(), input: streamText, env})
    expect(refused).toMatchObject({status: 0, stderr: expect.stringContaining('the token is not valid')})
    expect(refused.stdout).toContain('All fixed')
  })
  test('is posted by a webhook, each message once and as it ended', async () => {
    const env = {RECOUNT_SLACK_WEBHOOK: fake.webhookUrl}
    expect(await run(['print', '--slack'], {home: newFolder(), input: streamText, env})).toMatchObject({
      stderr: '',
      status: 0,
    })
    const said = JSON.stringify(fake.webhooks)
    expect(said).toContain('All fixed')
    expect(said).not.toContain('⏳')
  })
})

describe('a saved session', () => {
  test('is posted, and posting it again is silent', async () => {
    const home = newFolder()
    const first = await run(['slack', session.path], {home, env: configured()})
    expect(first).toMatchObject({
      stderr: '',
      status: 0,
      stdout: expect.stringMatching(/^Posted to Slack: \d+ new messages?(?: and|\.)/),
    })
    expectMirrored(fake, [session])
    expect(await run(['slack', session.path], {home, env: configured()})).toMatchObject({
      stdout: 'Slack is already up to date.\n',
    })
    expectMirrored(fake, [session])
  })
  test('is posted once, however often it is killed', async () => {
    const home = newFolder()
    for (const calls of [1, 2, 4]) {
      const {child, ended} = start(['slack', session.path], {home, env: configured()})
      await until(() => fake.calls.length >= calls || child.exitCode !== null)
      child.kill('SIGKILL')
      await ended
    }
    expect(await run(['slack', session.path], {home, env: configured()})).toMatchObject({
      status: 0,
      stderr: '',
    })
    expectMirrored(fake, [session])
  })
  test('is posted by one process at a time, and the other one reports it', async () => {
    const home = newFolder()
    const first = start(['slack', session.path], {home, env: configured()})
    // It is stopped in the midst of its work, however fast it is.
    let held = false
    fake.mishap = (method) => {
      if (method === 'chat.postMessage' && !held) held = first.child.kill('SIGSTOP')
      return 'none'
    }
    await until(() => held)
    const other = await run(['slack', session.path], {home, env: configured()})
    first.child.kill('SIGCONT')
    expect(await first.ended).toMatchObject({status: 0, stderr: ''})
    expect(other).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(`another recount (process ${first.child.pid}) is posting it`),
    })
    expectMirrored(fake, [session])
  })
  test('can be looked at before', async () => {
    const {stdout, status} = await run(['slack', session.path, '--dry-run'], {home: newFolder()})
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(status).toBe(0)
    expect(lines[0]).toMatchObject({
      key: 'session',
      blocks: [{type: 'header'}, {type: 'section'}, {type: 'context'}],
    })
    expect(fake.calls).toEqual([])
  })
  test('goes into a thread that is already there', async () => {
    const home = newFolder()
    await run(['slack', '--test'], {home, env: configured()})
    const [hello] = fake.general.messages
    await run(['slack', session.path], {
      home,
      env: {...configured(), CCPRETTY_SLACK_THREAD_TS: hello?.ts ?? ''},
    })
    expect(
      fake.general.messages.every(({ts, thread_ts}) => ts === hello?.ts || thread_ts === hello?.ts),
    ).toBe(true)
    expect(fake.general.messages.length).toBeGreaterThan(2)
  })
})

test('a running session is posted as it grows, until Ctrl-C', async () => {
  const home = newFolder()
  const file = join(home, session.path.split('/').at(-1) ?? '')
  const lines = readFileSync(session.path, 'utf8').split('\n')
  const half = Math.floor(lines.length / 2)
  writeFileSync(file, `${lines.slice(0, half).join('\n')}\n`)
  const {child, ended} = start(['slack', file, '--follow'], {home, env: configured()})
  await until(() => fake.general.messages.length >= 2)
  expect(JSON.stringify(fake.general.messages)).not.toContain('All fixed')
  appendFileSync(file, lines.slice(half).join('\n'))
  await until(() => JSON.stringify(fake.general.messages).includes('All fixed'))
  // Another file takes its place, with everything and a little more.
  const about = {sessionId: session.session, parentUuid: null, timestamp: '2027-01-01T00:00:00.000Z'}
  const more = {...about, type: 'user', uuid: 'more', message: {role: 'user', content: 'One more thing'}}
  writeFileSync(`${file}.new`, `${readFileSync(file, 'utf8').trimEnd()}\n${JSON.stringify(more)}\n`)
  renameSync(`${file}.new`, file)
  await until(() => JSON.stringify(fake.general.messages).includes('One more thing'))
  child.kill('SIGINT')
  expect(await ended).toMatchObject({stderr: '', stdout: expect.stringContaining('Posted to Slack: ')})
  expect([...(fake.general.messages[0]?.reactions ?? [])]).toEqual(['rocket'])
  // A later run continues in the same thread.
  await run(['slack', file], {home, env: configured()})
  expectMirrored(fake, [describeFile(file)])
})

describe('recount slack --test', () => {
  const check = (env: Readonly<Record<string, string>>, more: readonly string[] = []) =>
    run(['slack', '--test', ...more], {home: newFolder(), env})
  test('says that everything is there', async () => {
    const {stdout, status} = await check(configured(), ['--slack-mention', '@ada'])
    expect(status).toBe(0)
    expect(stdout).toContain('✓ The token belongs to recount in Fake\n')
    expect(stdout).toContain('✓ Posted a message to C0GENERAL1\n')
    expect(stdout).toContain('✓ @ada is <@U0ADA0001>\n')
  })
  test.each([
    ['a token that is wrong', {RECOUNT_SLACK_TOKEN: 'xoxb-wrong'}, 'the token is not valid'],
    ['a channel that is not there', {RECOUNT_SLACK_CHANNEL: 'C0NOWHERE1'}, 'there is no such channel'],
    ['a channel without the app', {RECOUNT_SLACK_CHANNEL: 'C0PRIVATE1'}, 'Write "/invite @your-app" there'],
    ['an archived channel', {RECOUNT_SLACK_CHANNEL: 'C0ARCHIVE1'}, 'the channel is archived'],
    [
      'a thread that is not there',
      {RECOUNT_SLACK_THREAD_TS: '1.2'},
      'the thread in RECOUNT_SLACK_THREAD_TS does not exist',
    ],
    ['an address that no server has', {RECOUNT_SLACK_API_URL: 'http://127.0.0.1:9/'}, 'it cannot be reached'],
  ])('names %s', async (_, env, sentence) => {
    const {stdout, stderr, status} = await check({...configured(), ...env})
    expect(status).toBe(1)
    expect(stdout).toContain(sentence)
    expect(stderr).toBe('Slack is not set up yet.\n')
  })
  test('names a permission that is missing', async () => {
    fake.scopes = ['reactions:write']
    const {stdout, status} = await check(configured())
    expect(status).toBe(1)
    expect(stdout).toContain('✗ Lacks scope chat:write: nothing can be posted')
    expect(stdout).toContain('the app lacks the permission chat:write')
  })
  test('tries a webhook', async () => {
    expect(await check({RECOUNT_SLACK_WEBHOOK: fake.webhookUrl})).toMatchObject({status: 0})
    expect(await check({RECOUNT_SLACK_WEBHOOK: 'http://example.com/x'})).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not an https address'),
    })
  })
})

test('two trials within a second both say that Slack is set up, though Slack takes one message a second', async () => {
  const place = {home: newFolder(), env: configured()}
  const isRefused = (): boolean => fake.calls.some(({error}) => error === 'ratelimited')
  const began = Date.now()
  fake.now = () => (isRefused() ? Date.now() : began)
  const [one, other] = await Promise.all([run(['slack', '--test'], place), run(['slack', '--test'], place)])
  fake.now = Date.now
  expect([one.status, other.status]).toEqual([0, 0])
  expect(isRefused()).toBe(true)
})

describe('the settings', () => {
  const works = async (place: Place): Promise<boolean> => (await run(['slack', '--test'], place)).status === 0
  const file = (names: Readonly<Record<string, string>>): string =>
    Object.entries(names)
      .map(([name, value]) => `export ${name}="${value}" # x`)
      .join('\n')
  test('are found under the names of ccpretty', async () => {
    const env = {
      CCPRETTY_SLACK_TOKEN: fake.token,
      CCPRETTY_SLACK_CHANNEL: '#general',
      RECOUNT_SLACK_API_URL: fake.apiUrl,
    }
    expect(await works({home: newFolder(), env})).toBe(true)
  })
  test('are found in ~/.ccpretty.env', async () => {
    const home = newFolder()
    writeFileSync(
      join(home, '.ccpretty.env'),
      file({
        CCPRETTY_SLACK_TOKEN: fake.token,
        CCPRETTY_SLACK_CHANNEL: 'general',
        CCPRETTY_SLACK_API_URL: fake.apiUrl,
      }),
    )
    expect(await works({home, cwd: newFolder()})).toBe(true)
  })
})

describe("a project's .env", () => {
  const theirs = {
    RECOUNT_SLACK_TOKEN: 'xoxb-theirs',
    RECOUNT_SLACK_CHANNEL: 'C0THEIRS00',
    RECOUNT_SLACK_THREAD_TS: '1.2',
    RECOUNT_SLACK_MENTION: 'U0THEIRS00',
    RECOUNT_SLACK_API_URL: 'http://127.0.0.1:9/api',
    RECOUNT_TITLE: 'Their title',
  }
  const folderWith = (settings: Readonly<Record<string, string>>): string => {
    const cwd = newFolder()
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    writeFileSync(join(cwd, '.env'), lines.join('\n'))
    return cwd
  }
  /** Calls with a token that is not ours are refused. */
  const errors = () => fake.calls.flatMap(({error}) => error ?? [])
  test.each([
    ['the environment', (): Place => ({home: newFolder(), env: configured()})],
    [
      '~/.ccpretty.env',
      (): Place => {
        const home = newFolder()
        const lines = Object.entries(configured()).map(([name, value]) => `${name}=${value}`)
        writeFileSync(join(home, '.ccpretty.env'), lines.join('\n'))
        return {home}
      },
    ],
  ])('changes nothing when the user has settings in %s', async (_, place) => {
    const cwd = folderWith({...theirs, RECOUNT_SLACK_WEBHOOK: 'https://hooks.slack.com/services/theirs'})
    const input = streamText
    expect((await run(['--slack'], {...place(), cwd, input})).status).toBe(0)
    expect(fake.calls.length).toBeGreaterThan(0)
    expect(errors()).toEqual([])
    const said = JSON.stringify(fake.general.messages)
    for (const value of Object.values(theirs)) expect(said).not.toContain(value)
  })
  test('is not read without consent, which is reported', async () => {
    // A pipe is printed whatever Slack does.
    for (const [words, code] of [
      [['slack', '--test'], 2],
      [['--slack'], 0],
    ] as const) {
      const place = {home: newFolder(), cwd: folderWith(theirs), input: streamText}
      const {status, stderr} = await run(words, place)
      expect(status).toBe(code)
      expect(stderr).toContain('no token is set.')
      expect(stderr).toContain('If it is yours, pass --slack-env .env.\n')
    }
    expect(fake.calls).toEqual([])
  })
  test('is read when the user names it, before all others', async () => {
    const cwd = folderWith({...configured(), RECOUNT_SLACK_API_URL: 'http://127.0.0.1:9/'})
    const env = {
      RECOUNT_SLACK_TOKEN: 'xoxb-another',
      RECOUNT_SLACK_CHANNEL: 'C0ANOTHER0',
      RECOUNT_SLACK_API_URL: fake.apiUrl,
    }
    const ran = await run(['slack', '--test', '--slack-env', '.env'], {home: newFolder(), cwd, env})
    expect(ran).toMatchObject({status: 0, stderr: ''})
    expect(fake.general.messages).toHaveLength(1)
    expect(errors()).toEqual([])
  })
  test('cannot name another server, even then', async () => {
    const evil = new FakeSlack()
    await evil.listen()
    const words = ['slack', '--test', '--slack-env', '.env']
    const hook = await run(words, {
      home: newFolder(),
      cwd: folderWith({RECOUNT_SLACK_WEBHOOK: evil.webhookUrl}),
    })
    expect(hook.status).toBe(2)
    expect(hook.stderr).toContain('the webhook in .env is not a Slack webhook')
    const cwd = folderWith({...configured(), RECOUNT_SLACK_API_URL: evil.apiUrl})
    const env = {RECOUNT_SLACK_API_URL: fake.apiUrl}
    expect((await run(words, {home: newFolder(), cwd, env})).status).toBe(0)
    expect(evil.calls).toEqual([])
    expect(evil.webhooks).toEqual([])
    await evil.close()
  })
  test.each(['nowhere.env', '.', 'empty.env'])('that holds no settings is an error: %s', async (name) => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'empty.env'), 'OTHER=1\n')
    const ran = await run(['slack', '--test', '--slack-env', name], {
      home: newFolder(),
      cwd,
      env: configured(),
    })
    expect(ran.status).toBe(2)
    expect(ran.stderr).toContain(`Cannot use --slack-env ${name}: `)
    expect(fake.calls).toEqual([])
  })
  test('is not in the current folder if the user has no home', async () => {
    const cwd = folderWith({})
    for (const name of ['.ccpretty.env', join('rel', '.ccpretty.env')]) {
      mkdirSync(dirname(join(cwd, name)), {recursive: true})
      writeFileSync(join(cwd, name), `RECOUNT_SLACK_TOKEN=${fake.token}\n`)
    }
    for (const home of ['', 'rel']) {
      const env = {HOME: home, RECOUNT_SLACK_CHANNEL: 'general', RECOUNT_SLACK_API_URL: fake.apiUrl}
      const {status} = await start(['slack', '--test'], {home: newFolder(), cwd, env}).ended
      expect(status).toBe(2)
    }
    expect(fake.calls).toEqual([])
  })
})

test('a message does not follow a redirect to another address', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(307, {location: fake.webhookUrl}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const about = server.address()
  const port = typeof about === 'object' ? about?.port : undefined
  const url = `http://127.0.0.1:${port}/`
  for (const env of [{RECOUNT_SLACK_WEBHOOK: url}, {...configured(), RECOUNT_SLACK_API_URL: url}])
    expect((await run(['slack', '--test'], {home: newFolder(), env})).status).toBe(1)
  expect(asked).toBeGreaterThan(1)
  expect(fake.webhooks).toEqual([])
  await new Promise((resolve) => server.close(resolve))
})

test.each(['http://localhost.evil.example/', 'http://127.0.0.1.nip.io/', 'http://localhost@evil.example/'])(
  'a name that only looks like this machine is no address to post to: %s',
  async (url) => {
    for (const name of ['RECOUNT_SLACK_API_URL', 'RECOUNT_SLACK_WEBHOOK']) {
      const {RECOUNT_SLACK_TOKEN, ...rest} = configured()
      const env = name.endsWith('URL') ? configured() : rest
      const ran = await run(['slack', '--test'], {home: newFolder(), env: {...env, [name]: url}})
      expect(ran).toMatchObject({status: 2, stdout: ''})
      expect(ran.stderr).toContain('is not an https address')
    }
  },
)

test('whoever is to be called by name is called, however short the run was', async () => {
  const lines = streamText.split('\n').filter((line) => !line.includes('"type":"result"'))
  const home = newFolder()
  const file = join(home, 'short.jsonl')
  writeFileSync(file, lines.slice(0, 4).join('\n'))
  const words = ['--slack-mention', '@ada']
  await run(['slack', file, ...words], {home, env: configured()})
  expect(JSON.stringify(blocksIn(fake.general.messages))).toContain('<@U0ADA0001> ⏹ Ended without a result')
  fake.reset()
  const input = `${lines.slice(0, 4).join('\n')}\n`
  await run(['--slack', ...words], {home: newFolder(), input, env: configured()})
  expect(JSON.stringify(blocksIn(fake.general.messages))).toContain('<@U0ADA0001> ⏹ Ended without a result')
})

test('a message that was deleted in Slack is posted again', async () => {
  const home = newFolder()
  const file = join(home, 'grows.jsonl')
  const lines = streamText.split('\n')
  writeFileSync(file, `${lines.slice(0, 6).join('\n')}\n`)
  await run(['slack', file], {home, env: configured()})
  const [, gone] = fake.general.messages
  fake.general.messages = fake.general.messages.filter((message) => message !== gone)
  copyFileSync(stream.path, file)
  expect(await run(['slack', file], {home, env: configured()})).toMatchObject({status: 0, stderr: ''})
  const told = JSON.stringify(blocksIn(fake.general.messages))
  expect(told).toContain('All fixed')
})
