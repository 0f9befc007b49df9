// Installs and builds when that is needed, then does what was asked. Needs nothing but Node and npm.
import {spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join, relative, sep} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** @param {string[]} names */
const at = (...names) => join(root, ...names)
const [task = 'start', ...args] = process.argv.slice(2)

/** @param {string} text */
const say = (text) => process.stderr.write(`recount: ${text}\n`)

/** A step that failed, with the exit code and, where the step itself has not said it, the sentence. */
class StepFailed extends Error {
  /** @param {string} sentence */
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} words
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function run(program, words, options = {}) {
  const ended = spawnSync(program, words, {cwd: root, stdio: 'inherit', ...options})
  if (ended.error) throw new StepFailed(`cannot run ${program}: ${ended.error.message}.`)
  return ended
}

/**
 * Runs a script of ours or of a package, and fails if it does.
 * @param {[script: string, ...words: string[]]} words
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function node([script, ...rest], options = {}) {
  const {status, signal} = run(process.execPath, [at(script), ...rest], options)
  if (status !== 0) throw new StepFailed('', status ?? (signal === 'SIGINT' ? 130 : 1))
}

/**
 * Every file below a folder, in a stable order.
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, {withFileTypes: true})
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
}

/**
 * What the files contain, under names that are the same wherever the repository is.
 * @param {string[]} files
 */
function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const name = relative(root, file).split(sep).join('/')
    hash.update(name).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * Does a step unless the mark says that it was done for just these files.
 * @param {string} mark
 * @param {string[]} files
 * @param {() => void} step
 */
function once(mark, files, step) {
  const wanted = fingerprint(files)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  step()
  try {
    mkdirSync(dirname(mark), {recursive: true})
    writeFileSync(mark, wanted)
  } catch {
    // Where nothing can be written, the step is looked at again the next time.
  }
}

function install() {
  const lock = at('package-lock.json')
  once(at('node_modules', '.recount-installed'), [lock], () => {
    if (isInstalled(lock, at('node_modules', '.package-lock.json'))) return
    say('installing the packages (once) …')
    // What npm says is shown only where it fails, and then in one sentence.
    const words = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const {status, stderr} = npm(words)
    if (status !== 0) {
      throw new StepFailed(
        `cannot install the packages in ${root}: ${npmReason(String(stderr))}; run "npm ci --include=dev" there to see all of it.`,
      )
    }
  })
}

/** @param {string[]} words */
function npm(words) {
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8'}
  // npm's own launcher where npm started us, since on Windows "npm" is no program that can be run directly; where
  // yarn or pnpm did, theirs stands there.
  const launcher = process.env.npm_execpath ?? ''
  return /npm-cli\.c?js$/.test(launcher)
    ? run(process.execPath, [launcher, ...words], options)
    : run('npm', words, {...options, shell: process.platform === 'win32'})
}

/**
 * What npm says of an error in its own words, after a code such as EACCES if there is one.
 * @param {string} output
 */
function npmReason(output) {
  const lines = output.split('\n').flatMap((line) => /^npm (?:error|ERR!) (.+)/.exec(line)?.[1] ?? [])
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length)
  const coded = code && lines.find((line) => line.includes(`${code}:`))
  const words = coded
    ? coded.slice(coded.indexOf(code ?? ''))
    : lines.find((line) => !/^(code|syscall|path|dest|errno) /.test(line))
  return words?.replace(/[.;]+$/, '') || 'npm ci failed'
}

/**
 * @typedef {object} LockedPackage A package in a lock file of npm.
 * @property {string} version
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * Whether npm's own note of what it installed says just what the lock file wants: then there is nothing to do.
 * @param {string} lock
 * @param {string} note
 */
function isInstalled(lock, note) {
  try {
    /** @type {Record<string, LockedPackage>} */
    const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages
    /** @type {Record<string, LockedPackage>} */
    const present = JSON.parse(readFileSync(note, 'utf8')).packages
    return Object.entries(wanted).every(([path, own]) => {
      if (path === '') return true
      const found = present[path]
      if (!found) return !isNeeded(own)
      return (
        found.version === own.version &&
        found.integrity === own.integrity &&
        existsSync(at(path, 'package.json'))
      )
    })
  } catch {
    return false
  }
}

/**
 * Packages for other machines are left out by npm.
 * @param {LockedPackage} locked
 */
function isNeeded({optional, os, cpu, libc}) {
  /** @param {string[] | undefined} list @param {string} own */
  const fits = (list, own) => list === undefined || list.includes(own)
  /** @type {{header?: {glibcVersionRuntime?: string}}} */
  const report = libc ? process.report.getReport() : {}
  const ownLibc = report.header?.glibcVersionRuntime ? 'glibc' : 'musl'
  return !optional || (fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, ownLibc))
}

function build() {
  const sources = filesIn(at('src')).filter((file) => !file.endsWith('.test.ts'))
  const settings = [
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
    'scripts/build-web.mjs',
    'scripts/build-program.mjs',
    'scripts/build-types.mjs',
    'scripts/declarations.mjs',
    'scripts/entry-points.mjs',
  ].map((file) => at(file))
  once(at('build', '.built'), [...sources, ...settings], () => {
    say('building …')
    try {
      for (const folder of ['build', 'dist']) rmSync(at(folder), {recursive: true, force: true})
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error
      throw new StepFailed(`cannot build in ${root}: ${reason}; make the folder writable.`)
    }
    node(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])
    node(['scripts/build-program.mjs', 'build', 'dist'])
    node(['scripts/build-types.mjs', 'build', 'dist'])
    node(['scripts/build-web.mjs', 'dist/web'])
  })
}

const tsc = 'node_modules/typescript/bin/tsc'

/** @type {[script: string, ...words: string[]][]} */
const checks = [
  ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  [tsc, '--noEmit', '-p', 'tsconfig.json'],
  // What runs in a browser has its types, and nothing else has.
  [tsc, '--noEmit', '-p', 'src/web'],
  [tsc, '--noEmit', '-p', 'scripts/sample'],
]

/** The examples import the built package. */
const checkTools = () => node([tsc, '--noEmit', '-p', 'tsconfig.tools.json'])

/**
 * Starts a script, and gives its exit code when it has ended.
 * @param {[script: string, ...words: string[]]} words
 * @returns {Promise<number>}
 */
function started([script, ...rest]) {
  const child = spawn(process.execPath, [at(script), ...rest], {cwd: root, stdio: 'inherit'})
  return new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)))
}

/** Builds, and meanwhile checks what needs no build; gives all exit codes. */
async function buildAndCheck() {
  const checking = checks.map(started)
  const codes = [await attempt(build)]
  return [...codes, ...(await Promise.all(checking)), await attempt(checkTools)]
}

/** @param {import('node:child_process').SpawnSyncOptions} options */
const vitest = (options) => node(['node_modules/vitest/vitest.mjs', 'run', ...args], options)

/** Everything that `npm test` looks at, to its end, whatever fails; the last line counts. */
async function test() {
  const codes = [await attempt(install)]
  if (codes[0] === 0) codes.push(...(await buildAndCheck()))
  let [passed, failed] = [0, codes.filter((code) => code !== 0).length]
  if (codes[0] === 0) {
    const note = at('node_modules', '.recount-count')
    rmSync(note, {force: true})
    const code = await attempt(() => vitest({env: {...process.env, RECOUNT_COUNT: note}}))
    codes.push(code)
    const tests = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {passed: 0, failed: 0}
    passed += tests.passed
    // Tests that ended badly without one of them failing have failed as a whole.
    failed += tests.failed || (code === 0 ? 0 : 1)
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = codes.find((code) => code !== 0) ?? 0
}

/**
 * Does a step, says why it failed, and gives its exit code.
 * @param {() => void | Promise<void>} step
 */
async function attempt(step) {
  try {
    await step()
    return 0
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    if (error.message !== '') say(error.message)
    return error.exitCode
  }
}

/** @param {() => void} step */
const built = (step) => () => {
  install()
  build()
  step()
}

/** @type {Record<string, () => void | Promise<void>>} */
const tasks = {
  build: built(() => {}),
  async check() {
    install()
    const code = (await buildAndCheck()).find((each) => each !== 0)
    if (code !== undefined) throw new StepFailed('', code)
  },
  start: built(() => node(['dist/cli/main.js', ...(args.length > 0 ? args : ['serve'])])),
  test,
  // The tests beside the source need no build, and share their modules.
  unit() {
    install()
    node(['node_modules/vitest/vitest.mjs', 'run', 'src', '--no-isolate', ...args])
  },
  approve: built(() => vitest({env: {...process.env, APPROVE: '1'}})),
  bench: built(() => node(['bench/run.mjs', ...args])),
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  say(`needs Node 20 or newer; this is ${process.version}.`)
  process.exitCode = 1
} else if (!tasks[task] || !Object.hasOwn(tasks, task)) {
  say(`unknown task "${task}". Use one of ${Object.keys(tasks).join(', ')}.`)
  process.exitCode = 2
} else {
  const code = await attempt(tasks[task])
  if (code !== 0) process.exitCode = code
}
