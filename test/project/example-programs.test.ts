import {spawn, spawnSync} from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-examples-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

describe('the programs in examples/', () => {
  const programs = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.mjs'))
  const home = join(temp, 'home')
  const projects = join(home, '.claude/projects')
  mkdirSync(projects, {recursive: true})
  cpSync(join(root, 'samples/discount/transcript'), projects, {recursive: true})
  const env = {PATH: process.env['PATH'], HOME: home, RECOUNT_HOME: join(home, 'archive'), TZ: 'UTC'}

  function run(words: readonly string[]): string {
    const {stdout, stderr} = spawnSync(process.execPath, words, {cwd: temp, env, encoding: 'utf8'})
    expect(stderr).toBe('')
    return stdout
  }
  const example = (name: string): string => join(root, 'examples', name)

  test('are all described in their README', () => {
    const readme = readFileSync(example('README.md'), 'utf8')
    expect(programs).toEqual(['follow.mjs', 'own-tool.mjs', 'to-html.mjs', 'tokens-per-day.mjs'])
    for (const name of programs) expect(readme).toContain(`[${name}](${name})`)
  })
  test('compile under strict, NodeNext and skipLibCheck: false', () => {
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      strict: true,
      checkJs: true,
      skipLibCheck: false,
      noEmit: true,
    }
    const config = join(temp, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({compilerOptions, files: programs.map(example)}))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const {stdout} = spawnSync(process.execPath, [compiler, '-p', config, '--pretty', 'false'], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })
  test('to-html.mjs writes a complete page, in five lines', () => {
    const code = readFileSync(example('to-html.mjs'), 'utf8').split('\n')
    expect(code.filter((line) => line !== '' && !line.startsWith('//'))).toHaveLength(5)
    run([example('to-html.mjs'), '3ae4c46c', 'session.html'])
    const page = readFileSync(join(temp, 'session.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>[\s\S]*<style>[\s\S]*<script[\s\S]*<\/html>\s*$/i)
    expect(page).toContain('Fix member discount taken twice')
    expect(page).not.toMatch(/<(?:link|script|img)\b[^>]*\b(?:href|src)="(?!data:|#)/)
  })
  test('tokens-per-day.mjs prints a row for each day and the total', () => {
    expect(run([example('tokens-per-day.mjs'), '2026-03-01'])).toBe(
      '2026-03-04      410k tokens  $0.27\ntotal           410k tokens  $0.27\n',
    )
  })
  test('follow.mjs reports what fails and when Claude stops, until Ctrl-C', async () => {
    const lines = readFileSync(join(root, 'samples/discount/stream.jsonl'), 'utf8').split(/(?<=\n)/)
    const stream = join(temp, 'stream.jsonl')
    writeFileSync(stream, lines.slice(0, 3).join(''))
    const child = spawn(process.execPath, [example('follow.mjs'), stream], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      if (said === '') appendFileSync(stream, lines.slice(3).join(''))
      said += text
      if (said.includes('stopped')) child.kill('SIGINT')
    }
    expect(said.split('\n')).toEqual([
      expect.stringMatching(/^Following /),
      'Failed: Bash {"command":"npm test","description":"Run the tests"}',
      // The sample has three prompts.
      'Claude stopped: completed. Cost so far: $0.27',
      'Claude stopped: completed. Cost so far: $0.27',
      'Claude stopped: completed. Cost so far: $0.27',
      '',
    ])
  })
  test('own-tool.mjs describes its tool', () => {
    const words = [join(root, 'dist/cli/main.js'), 'show', example('deploy.jsonl')]
    expect(run(words)).toContain('✓ shop › deploy  staging\n')
    expect(run([...words, '--plugin', example('own-tool.mjs')])).toContain(
      '✓ shop › deploy  to staging  https://staging.shop.example\n',
    )
  })
})
