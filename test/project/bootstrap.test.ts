import {spawnSync} from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount boot-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** Each tool as a script that fails where the project has a file of its name, ending in `.broken`. */
const tool = (name: string, done = ''): string =>
  `const fs = require('node:fs'); if (fs.existsSync('${name}.broken')) process.exit(3); ${done}\n`

const packages = {
  'node_modules/typescript': {version: '1.0.0', integrity: 'sha512-a', dev: true},
  'node_modules/@biomejs/biome': {version: '1.0.0', integrity: 'sha512-b', dev: true},
  'node_modules/vitest': {version: '1.0.0', integrity: 'sha512-c', dev: true},
}

/** What npm would install, with its own note of it. */
const installed: Readonly<Record<string, string>> = {
  'node_modules/.package-lock.json': JSON.stringify({packages}),
  'node_modules/typescript/package.json': '{}',
  'node_modules/typescript/bin/tsc': tool(
    'types',
    `if (!process.argv.includes('--noEmit')) { fs.mkdirSync('dist/cli', {recursive: true}); fs.writeFileSync('dist/cli/main.js', 'console.log("started")') }`,
  ),
  'node_modules/@biomejs/biome/package.json': '{}',
  'node_modules/@biomejs/biome/bin/biome': tool('format'),
  'node_modules/vitest/package.json': '{}',
  'node_modules/vitest/vitest.mjs': `import fs from 'node:fs'; fs.writeFileSync(process.env.RECOUNT_COUNT, JSON.stringify({passed: 5, failed: fs.existsSync('tests.broken') ? 2 : 0})); if (fs.existsSync('tests.broken')) process.exit(1)\n`,
}

/** An npm that notes how it was called, and then installs or fails: the registry is not there in every place. */
const npm = `#!/usr/bin/env node
const fs = require('node:fs'), path = require('node:path')
fs.writeFileSync('npm.called', process.argv.slice(2).join(' '))
if (fs.existsSync('npm.broken')) {
  console.error('npm error code EROFS\\nnpm error syscall mkdir\\nnpm error rofs EROFS: read-only file system\\nnpm error more')
  process.exit(1)
}
for (const [name, text] of Object.entries(${JSON.stringify(installed)})) {
  fs.mkdirSync(path.dirname(name), {recursive: true})
  fs.writeFileSync(name, text)
}
`

/** A small project with the real bootstrap, and with packages or without. */
function project(name: string, files: Readonly<Record<string, string>> = installed): string {
  const path = join(temp, name)
  const all = {
    ...files,
    'src/a.ts': '',
    'tsconfig.json': '{}',
    'tsconfig.build.json': '{}',
    'scripts/build-web.mjs': '',
    'scripts/build-program.mjs': '',
    'scripts/build-types.mjs': '',
    'scripts/declarations.mjs': '',
    'scripts/entry-points.mjs': '',
    'package-lock.json': JSON.stringify({
      packages: {
        '': {},
        ...packages,
        'node_modules/elsewhere': {version: '1', optional: true, os: ['plan9']},
      },
    }),
    'bin/npm': npm,
  }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(path, file)), {recursive: true})
    writeFileSync(join(path, file), text, {mode: 0o755})
  }
  cpSync(join(root, 'scripts/bootstrap.mjs'), join(path, 'scripts/bootstrap.mjs'))
  return path
}

function bootstrap(path: string, task: string, env: Readonly<Record<string, string>> = {}) {
  const PATH = [join(path, 'bin'), process.env['PATH']].join(delimiter)
  return spawnSync(process.execPath, [join(path, 'scripts/bootstrap.mjs'), task], {
    env: {PATH, ...env},
    encoding: 'utf8',
  })
}

const npmCalled = (path: string): boolean => existsSync(join(path, 'npm.called'))

describe('the bootstrap', () => {
  test('installs what the tests need, whatever NODE_ENV says and whoever started it', () => {
    const path = project('fresh', {})
    const env = {NODE_ENV: 'production', npm_execpath: join(path, 'pnpm.cjs')}
    expect(bootstrap(path, 'start', env)).toMatchObject({stdout: 'started\n', status: 0})
    expect(readFileSync(join(path, 'npm.called'), 'utf8')).toMatch(/^ci .*--include=dev/)
  })
  test('takes an install that fits the lock file as it is, and none that does not', () => {
    const path = project('fits')
    expect(bootstrap(path, 'start').status).toBe(0)
    expect(npmCalled(path)).toBe(false)
    const older = project('older', {
      ...installed,
      'node_modules/.package-lock.json': JSON.stringify({packages}).replace('1.0.0', '0.9.0'),
    })
    expect(bootstrap(older, 'start').status).toBe(0)
    expect(npmCalled(older)).toBe(true)
  })
  test('does nothing again, also after the clone was moved', () => {
    const path = project('before')
    expect(bootstrap(path, 'start').stderr).toContain('building')
    expect(bootstrap(path, 'start').stderr).toBe('')
    const moved = join(temp, 'after')
    renameSync(path, moved)
    expect(bootstrap(moved, 'start')).toMatchObject({stderr: '', stdout: 'started\n'})
    expect(npmCalled(moved)).toBe(false)
  })
  test('says in one sentence why it could not install', () => {
    const path = project('read-only', {'npm.broken': ''})
    const {stderr, status} = bootstrap(path, 'start')
    expect(stderr.trimEnd().split('\n').slice(1)).toEqual([
      `recount: cannot install the packages in ${path}/: EROFS: read-only file system; run "npm ci --include=dev" there to see all of it.`,
    ])
    expect(status).toBe(1)
    expect(bootstrap(path, 'test').stdout).toMatch(/\n0 passed, 1 failed\n$/)
  })
  test('ends the tests with a line that counts, whatever fails', () => {
    const path = project('tests')
    const lastLine = () => {
      const {stdout, status} = bootstrap(path, 'test')
      return [stdout.trimEnd().split('\n').at(-1), status === 0]
    }
    expect(lastLine()).toEqual(['5 passed, 0 failed', true])
    writeFileSync(join(path, 'format.broken'), '')
    expect(lastLine()).toEqual(['5 passed, 1 failed', false])
    writeFileSync(join(path, 'tests.broken'), '')
    expect(lastLine()).toEqual(['5 passed, 3 failed', false])
    writeFileSync(join(path, 'node_modules/vitest/vitest.mjs'), 'process.exit(1)')
    expect(lastLine()).toEqual(['0 passed, 2 failed', false])
  })
})
