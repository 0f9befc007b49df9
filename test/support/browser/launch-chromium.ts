import {spawnSync} from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import {createRequire} from 'node:module'
import {arch, platform, tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Browser, LaunchOptions} from 'playwright-core'
import {chromium} from 'playwright-core'

/** A browser, or what is missing and how to get it. */
export type LaunchResult = {readonly browser: Browser} | {readonly missing: string}

/**
 * Opens Chromium without a window: the one that RECOUNT_CHROMIUM names, else the one that comes with the development
 * dependencies (Linux on x64), else a Chrome, Chromium or Edge that is installed.
 */
export async function launchChromium(env: NodeJS.ProcessEnv = process.env): Promise<LaunchResult> {
  const named = env['RECOUNT_CHROMIUM']
  const tried: string[] = []
  for (const [name, found] of named
    ? [['RECOUNT_CHROMIUM', () => ({executablePath: named})] as const]
    : ways) {
    try {
      return {browser: await chromium.launch({...found(), ...launching})}
    } catch (error) {
      tried.push(`${name}: ${firstLine(error)}`)
    }
  }
  return {
    missing:
      'There is no Chromium to open pages in. Install Chrome, Chromium or Edge, or name one by ' +
      `RECOUNT_CHROMIUM=/path/to/chromium (tried ${tried.join('; ')}).`,
  }
}

type Way = readonly [name: string, find: () => LaunchOptions]

const ways: readonly Way[] = [
  ['@sparticuz/chromium', () => ({executablePath: unpacked()})],
  ['the same with its own libraries', withOwnLibraries],
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'].map(
    (path): Way => [path, () => ({executablePath: existing(path)})],
  ),
  ...['chrome', 'chromium', 'msedge'].map((channel): Way => [channel, () => ({channel})]),
]

/** Root may not use the sandbox; and no name is looked up, so that nothing leaves the machine even as a hint. */
const launching: LaunchOptions = {
  headless: true,
  chromiumSandbox: false,
  args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'],
}

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The package brings its program packed and unpacks it into a shared folder, half written while it does. So it
 * unpacks into a folder of its own, which then takes the name that others look for: whoever is first wins.
 */
function unpacked(): string {
  if (platform() !== 'linux' || arch() !== 'x64') throw new Error('it is for Linux on x64 only')
  const entry = require.resolve('@sparticuz/chromium')
  const home = join(cacheFolder(), `chromium-${versionOf(entry)}`)
  if (!existsSync(home)) unpackTo(home)
  return join(home, 'chromium')
}

/** Where the machine lacks a library that every desktop has, the package's own copy does. */
function withOwnLibraries(): LaunchOptions {
  const executablePath = unpacked()
  const libraries = existing(join(dirname(executablePath), 'al2023/lib'))
  return {executablePath, env: {...definedIn(process.env), LD_LIBRARY_PATH: libraries}}
}

const definedIn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function unpackTo(home: string): void {
  const own = mkdtempSync(`${home}-`)
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  const {status, stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    // In this environment it unpacks its libraries as well.
    env: {...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x'},
    encoding: 'utf8',
  })
  if (status !== 0) {
    rmSync(own, {recursive: true, force: true})
    throw new Error(`it could not be unpacked: ${/^\w*Error.*$/m.exec(stderr)?.[0] ?? stderr.trim()}`)
  }
  try {
    renameSync(own, home)
  } catch (error) {
    rmSync(own, {recursive: true, force: true})
    if (!existsSync(home)) throw error
  }
}

/** Kept with the dependencies, so that it goes when they go; where they may not be written, for this run's user. */
function cacheFolder(): string {
  const kept = join(root, 'node_modules/.cache/recount')
  try {
    mkdirSync(kept, {recursive: true})
    accessSync(kept, constants.W_OK)
    return kept
  } catch {
    return mkdtempSync(join(tmpdir(), 'recount-chromium-'))
  }
}

/** The nearest package file may be one that only says how to load what lies below it. */
function versionOf(entry: string): string {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    const found = existsSync(file) && /"version":\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'))
    if (found) return found[1] ?? ''
  }
  return 'unknown'
}

function existing(path: string): string {
  if (!existsSync(path)) throw new Error('not there')
  return path
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
