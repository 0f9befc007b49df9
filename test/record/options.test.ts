import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {jsonLines, recount} from '../support/program.ts'
import {fakeClient, homesIn, playCommand, streamOf, tempFolder} from '../support/record/recorded.ts'

const temp = tempFolder('record-options')
const newHome = homesIn(temp)

describe('for a job', () => {
  test('a summary, a comment, a page and the numbers are written, and the exit code stays', () => {
    const home = newHome()
    const folder = join(temp, 'ci')
    const summary = join(temp, 'summary.md')
    const words = ['record', '--ci', '--ci-folder', folder, '--title', 'Nightly review', '--']
    const env = {GITHUB_STEP_SUMMARY: summary}
    const ran = recount([...words, ...playCommand('2.1.325/subagent', '--exit', '3')], {home, env})
    expect(ran.status).toBe(3)
    expect(readdirSync(folder).sort()).toEqual(['comment.md', 'session.html', 'usage.json'])
    expect(readFileSync(summary, 'utf8')).toMatch(/^# Nightly review\n/)
    expect(readFileSync(join(folder, 'comment.md'), 'utf8').length).toBeLessThan(65_536)
    expect(readFileSync(join(folder, 'session.html'), 'utf8')).toContain('</html>')
    expect(JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8'))).toMatchObject({
      format: 'recount-run',
      exitCode: 3,
      outcome: 'completed',
      costUsd: expect.closeTo(0.0617014, 6),
      isComplete: true,
      context: {tokens: expect.any(Number), window: 1_000_000},
      agents: [{computedCostUsd: expect.any(Number)}],
    })
  })
  test('a run that was stopped has the numbers of what it did by then', () => {
    const home = newHome()
    const folder = join(temp, 'ci-stopped')
    const words = ['record', '--ci', '--ci-folder', folder, '--']
    const ran = recount([...words, ...playCommand('2.1.325/subagent', '--mode', 'crash')], {home})
    expect(ran.stderr).toMatch(/^Cost: at least \$0\.0\d+ \(1 agent about \$0\.\d+\)\.$/m)
    const usage = JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8'))
    expect(usage).toMatchObject({
      signal: 'SIGSEGV',
      outcome: 'cut-off',
      reportedCostUsd: null,
      isComplete: false,
      turns: [{reportedCostUsd: null, computedCostUsd: usage.costUsd}],
      agents: [{computedCostUsd: expect.any(Number)}],
      context: {tokens: expect.any(Number), window: null},
    })
    expect(usage.agents[0].computedCostUsd).toBeLessThan(usage.costUsd)
  })
  test('a run that printed nothing has a comment that says so', () => {
    const home = newHome()
    const folder = join(temp, 'ci-empty')
    const ran = recount(
      ['record', '--ci', '--ci-folder', folder, '--', process.execPath, '-e', 'process.exit(4)'],
      {home},
    )
    expect(ran.status).toBe(4)
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toBe('The run printed nothing.\n')
  })
})

describe('the command line', () => {
  test('gets the options that make the client print a stream, which is reported', () => {
    const home = newHome()
    const seen = join(temp, 'args.json')
    const ran = recount(
      ['record', '--', process.execPath, fakeClient, streamOf('2.1.325/hello'), '--args', seen, 'claude'],
      {home},
    )
    expect(ran.stderr).toContain(
      'Added --output-format stream-json --verbose (needed to show and record the run).\n',
    )
    expect(JSON.parse(readFileSync(seen, 'utf8')).slice(-3)).toEqual([
      '--output-format',
      'stream-json',
      '--verbose',
    ])
  })
  test('reports what is spent when the budget is used up', () => {
    const home = newHome()
    const ran = recount(['record', '--budget', '0.02', '--', ...playCommand('2.1.325/stream-input')], {home})
    // Once, with what had come by then: an answer that no result has counted yet, one turn, two or, mostly, all three.
    const reports = ran.stderr.split('\n').filter((line) => line.startsWith('Budget: '))
    expect(reports).toEqual([expect.stringMatching(/^Budget: \$0\.0\d{3} of \$0\.0200 spent \(\d+%\)\.$/)])
    const spent = Number(reports[0]?.slice('Budget: $'.length).split(' ')[0])
    expect(spent).toBeGreaterThan(0.02)
    expect(spent).toBeLessThanOrEqual(0.0565)
    expect(ran.stderr).toContain('Cost: $0.0565 (turn 1 $0.0284, turn 2 $0.0141, turn 3 $0.0141).\n')
  })
  test('stops the client when the budget is used up', async () => {
    const home = newHome()
    const words = ['record', '--budget', '0.001', '--budget-stop', '--']
    const ran = recount([...words, ...playCommand('2.1.325/stream-input', '--mode', 'hang')], {home})
    expect(ran.status).toBe(130)
    expect(ran.stderr).toMatch(/^Budget: \$0\.0\d{3} of \$0\.0010 spent \(\d+%\); stopping the run\.$/m)
  })
  test('keeps the conversation in a store as well', () => {
    const home = newHome()
    const store = join(temp, 'store')
    const words = [
      'record',
      '--store',
      store,
      '--title',
      'Night run',
      '--agent',
      'reviewer',
      '--workspace',
      'shop',
      '--',
    ]
    expect(recount([...words, ...playCommand('2.1.325/parallel')], {home}).status).toBe(0)
    const folder = join(store, '.chorus', 'conversations', 'shop', 'reviewer')
    const [name = ''] = readdirSync(folder)
    const stored = jsonLines(readFileSync(join(folder, name), 'utf8'))
    expect(stored.map(({claudeMessage}) => claudeMessage)).toEqual(
      jsonLines(readFileSync(streamOf('2.1.325/parallel'), 'utf8')),
    )
    expect(stored[0]).toMatchObject({
      title: 'Night run',
      agentId: 'reviewer',
      conversationId: name.replace('.jsonl', ''),
    })
    expect(stored.at(-1)).toMatchObject({costUSD: expect.any(Number), durationMs: expect.any(Number)})
  })
})

describe('what a recording is called', () => {
  const titleIn = (home: string): string => {
    const env = {CLAUDE_CONFIG_DIR: join(home, 'no-claude')}
    const [session] = jsonLines(recount(['ls', '--json'], {home, env}).stdout)
    if (!session) throw new Error('Nothing is listed.')
    const {sessions} = JSON.parse(
      recount(['show', String(session['sessionId']), '--format', 'json'], {home, env}).stdout,
    )
    expect(sessions[0].title).toBe(session['title'])
    return String(session['title'])
  }
  test('is its --title, wherever it is shown', () => {
    const home = newHome()
    recount(['record', '--title', 'Night run', '--', ...playCommand('2.1.325/mcp', '-p', 'Try them')], {home})
    expect(titleIn(home)).toBe('Night run')
  })
  test('is the prompt of the command line, which the stream does not contain', () => {
    const home = newHome()
    recount(['record', '--', ...playCommand('2.1.325/mcp', '-p', 'Try them all\nand more')], {home})
    expect(titleIn(home)).toBe('Try them all')
  })
  test.each([[['--resume', 'x']], [['--resume=x']], [['-r', 'x']], [['-c']]])(
    'is not the prompt of a run that was resumed: %j',
    (options) => {
      const home = newHome()
      recount(['record', '--', ...playCommand('2.1.325/mcp', ...options, '-p', 'And now')], {home})
      const env = {CLAUDE_CONFIG_DIR: join(home, 'no-claude')}
      expect(recount(['ls'], {home, env}).stdout).not.toContain('And now')
    },
  )
})
