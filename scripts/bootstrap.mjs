// Installs and builds when that is needed, then does what was asked. Needs nothing but Node and npm.
import {spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [task = 'start', ...args] = process.argv.slice(2)

const say = (text) => process.stderr.write(`recount: ${text}\n`)

/** Runs a program to its end and ends with its exit code where it fails. */
function run(program, words, options = {}) {
  const {status, signal, error} = spawnSync(program, words, {cwd: root, stdio: 'inherit', ...options})
  if (error) {
    say(`cannot run ${program}: ${error.message}`)
    process.exit(1)
  }
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1))
}

const node = (script, ...words) => run(process.execPath, [join(root, script), ...words])

/** Every file below a folder, in a stable order. */
function filesIn(folder) {
  return readdirSync(folder, {withFileTypes: true})
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
}

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Does a step unless the mark says that it was done for just these files. */
function once(mark, files, what, step) {
  const wanted = fingerprint(files)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  say(what)
  step()
  mkdirSync(join(mark, '..'), {recursive: true})
  writeFileSync(mark, wanted)
}

function install() {
  const lock = join(root, 'package-lock.json')
  once(join(root, 'node_modules', '.recount-installed'), [lock], 'installing the packages (once) …', () => {
    // npm's own launcher where npm started us: on Windows "npm" is no program that can be run directly.
    const npm = process.env.npm_execpath
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (npm?.endsWith('.js')) run(process.execPath, [npm, ...words], {stdio: ['ignore', 2, 2]})
    else run('npm', words, {stdio: ['ignore', 2, 2], shell: process.platform === 'win32'})
  })
}

function build() {
  const sources = filesIn(join(root, 'src')).filter((file) => !file.endsWith('.test.ts'))
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map((file) =>
    join(root, file),
  )
  once(join(root, 'dist', '.built'), [...sources, ...settings], 'building …', () => {
    rmSync(join(root, 'dist'), {recursive: true, force: true})
    node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json')
  })
}

const biome = (...words) => node('node_modules/@biomejs/biome/bin/biome', ...words)
const vitest = (...words) => node('node_modules/vitest/vitest.mjs', ...words)

function check() {
  biome('ci', '--error-on-warnings', '.')
  node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json')
}

const tasks = {
  build() {},
  check,
  start: () => node('dist/cli/main.js', ...(args.length > 0 ? args : ['welcome'])),
  test() {
    check()
    vitest('run', ...args)
  },
  approve: () =>
    run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      env: {...process.env, APPROVE: '1'},
    }),
  bench: () => node('bench/run.mjs', ...args),
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  say(`needs Node 20 or newer; this is ${process.version}.`)
  process.exit(1)
}
if (!Object.hasOwn(tasks, task)) {
  say(`knows no task "${task}"; it has ${Object.keys(tasks).join(', ')}.`)
  process.exit(2)
}
install()
build()
tasks[task]()
