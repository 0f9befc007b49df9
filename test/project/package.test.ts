import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {checkPackage, createPackageFromTarballData} from '@arethetypeswrong/core'
import {publint} from 'publint'
import {formatMessage} from 'publint/utils'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-package-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const home = join(temp, 'home')

/** Runs a program in the temporary folder. Its output is in the message if it fails. */
function run(program: string, words: readonly string[], cwd = temp): string {
  const {status, stdout, stderr, error} = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    // npm keeps its own settings and its cache.
    env: program === 'npm' ? process.env : {...process.env, HOME: home, RECOUNT_HOME: join(home, 'archive')},
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`)
  return stdout
}

/** What `npm pack` makes, and a project in which it is installed as a user would. */
const packed = join(temp, 'packed.tgz')
const project = join(temp, 'project')
const installed = join(project, 'node_modules/recount')
let files: readonly string[] = []

beforeAll(() => {
  mkdirSync(project, {recursive: true})
  // Without scripts: to build here would replace the program that other tests run at this moment.
  const [{filename}]: [{filename: string}] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', temp], root),
  )
  renameSync(join(temp, filename), packed)
  writeFileSync(join(project, 'package.json'), JSON.stringify({private: true, type: 'module'}))
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', '--loglevel=error']
  run('npm', ['install', packed, '--omit=dev', ...quiet], project)
  // Not the list that npm prints: it hides what looks like an id.
  files = readdirSync(installed, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => relative(installed, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
})

const about: {readonly exports: Readonly<Record<string, unknown>>} = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
/** Everything that a program can import: `recount`, `recount/html` and so on. */
const entryPoints = Object.keys(about.exports)
  .filter((name) => name !== './package.json')
  .map((name) => name.replace('.', 'recount'))

describe('the packed package', () => {
  /** Every kind of file that a user needs. */
  const kinds = [
    /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
    // The entry points of the library with their types, the program and its threads, and what they share.
    /^dist\/[\w-]+\.(?:js|d\.ts)$/,
    /^dist\/parts\/[\w-]+\.js$/,
    /^dist\/cli\/main\.js$/,
    /^dist\/[\w/-]+-(?:worker|process)\.js$/,
    /^dist\/web\/[\w-]+\.(?:js|css)$/,
    /^docs\/[\w/-]+\.(?:md|schema\.json)$/,
    /^examples\/[\w-]+\.(?:mjs|md|jsonl)$/,
    /^samples\/[\w./-]+\.(?:jsonl|json|txt)$/,
  ]

  test('contains these kinds of files and no others', () => {
    expect(files.filter((file) => !kinds.some((kind) => kind.test(file)))).toEqual([])
    for (const kind of kinds)
      expect(
        files.some((file) => kind.test(file)),
        String(kind),
      ).toBe(true)
  })
  test('contains no tests, goldens or samples of tools', () => {
    expect(
      files.filter((file) => /^(?:src|test|bench|scripts)\/|\.test\.|\.samples?\.|golden/.test(file)),
    ).toEqual([])
  })
  test('is small', () => {
    expect(files.length).toBeLessThan(250)
  })
  test('is built before it is packed', () => {
    expect(about).toHaveProperty('scripts.prepack', 'node scripts/bootstrap.mjs build')
    expect(about).toHaveProperty('scripts.build', 'node scripts/bootstrap.mjs build')
  })
  test('has everything that npm shows', () => {
    expect(about).toMatchObject({
      name: 'recount',
      description: 'Shows everything Claude Code said and did, and what it cost.',
      keywords: expect.arrayContaining(['claude-code', 'transcript', 'cli']),
      license: 'MIT',
      author: expect.any(String),
      engines: {node: '>=20'},
      types: './dist/index.d.ts',
    })
  })
  test('has no complaint of publint', async () => {
    const {messages, pkg} = await publint({pkgDir: installed, pack: false, strict: true})
    expect(messages.map((message) => formatMessage(message, pkg, {color: false}))).toEqual([])
  })
  test('has types that fit its modules, by arethetypeswrong', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(packed)))
    if (!result.types) throw new Error('The package has no types.')
    // The package has ES modules alone, which Node 20 cannot require, and which TypeScript's oldest resolution does not find.
    const problems = result.problems.filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    expect(problems).toEqual([])
    expect(Object.keys(result.entrypoints)).toEqual(Object.keys(about.exports))
  })
})

describe('the installed package', () => {
  const program = join(project, 'node_modules/.bin/recount')
  const sample = join(installed, 'samples/discount/transcript')
  const recount = (...words: readonly string[]): string => run(program, words, project)

  test('brings production dependencies alone', () => {
    const names = readdirSync(join(project, 'node_modules'))
    for (const name of ['typescript', 'vitest', 'rolldown', '@biomejs', 'playwright-core'])
      expect(names).not.toContain(name)
  })
  test('runs the commands of the README', () => {
    expect(recount('--version')).toContain('0.1.0')
    expect(recount('welcome')).toContain('The bundled sample session')
    expect(recount('show', sample)).toContain('members now get their 10 % once')
    recount('export', sample, '-o', 'session.html')
    expect(readFileSync(join(project, 'session.html'), 'utf8')).toMatch(
      /^<!doctype html>[\s\S]*<\/html>\s*$/i,
    )
    recount('index', join(installed, 'samples/discount'))
    expect(recount('search', 'discount')).toContain('Fix member discount taken twice')
    expect(recount('ls')).toContain('Fix member discount taken twice')
    expect(recount('usage')).toContain('2026-03-04')
  })
  test('has the functions and types of every entry point', () => {
    const code = `${entryPoints.map((name, index) => `import * as entry${index} from '${name}'`).join('\n')}
import {createConversation, findSessions, loadSession, type LoadedSession} from 'recount'
import {renderHtml} from 'recount/html'
import {renderMarkdown} from 'recount/markdown'
import {renderSlack} from 'recount/slack'
import {renderTerminal} from 'recount/terminal'
import {startServer} from 'recount/server'

declare const console: {log(value: unknown): void}
const session: LoadedSession = await loadSession(${JSON.stringify(sample)})
const [found] = await findSessions({after: '2026-03-01', before: new Date(), sortBy: 'cost'})
const costs: readonly (number | null | undefined)[] = [session.costUsd, session.costMicros, found?.costUsd]
const server = await startServer({port: 0, readOnly: true})
await server.close()
const conversation = createConversation()
conversation.end()
console.log({
  entries: [${entryPoints.map((_, index) => `entry${index}`).join(', ')}].length,
  costs,
  startedAt: session.startedAt,
  outputs: [await renderHtml(session), await renderMarkdown(session), renderTerminal(session)].map(({length}) => length > 1000),
  messages: renderSlack(session).length > 1,
  url: server.url.startsWith('http://127.0.0.1:'),
})
`
    writeFileSync(join(project, 'consumer.ts'), code)
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      // No types of Node either: the declarations must not need them.
      types: [],
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({compilerOptions, files: ['consumer.ts']}))
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false'])
    expect(run(process.execPath, ['consumer.js'], project)).toBe(`{
  entries: ${entryPoints.length},
  costs: [ 0.27262, 272620, 0.27262 ],
  startedAt: '2026-03-04T09:12:00.581Z',
  outputs: [ true, true, true ],
  messages: true,
  url: true
}
`)
  })
  test('runs its own examples', () => {
    run(process.execPath, [join(installed, 'examples/to-html.mjs'), sample, 'example.html'], project)
    expect(readFileSync(join(project, 'example.html'), 'utf8')).toContain('Fix member discount taken twice')
  })
})
