/**
 * Makes the sample session in every dialect from one story.
 *
 *     node scripts/make-sample.mjs           writes samples/discount
 *     node scripts/make-sample.mjs --check   exits 1 and names the first difference
 */
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join, sep} from 'node:path'
import {fileURLToPath} from 'node:url'
import {sampleFiles} from './sample/files.mjs'
import {STORY} from './sample/story.mjs'
import {play} from './sample/timeline.mjs'
import {verify} from './sample/verify.mjs'

const FOLDER = fileURLToPath(new URL('../samples/discount', import.meta.url))

/** The files that are there now: path below the folder → text. */
function presentFiles() {
  const entries = readdirSync(FOLDER, {recursive: true, withFileTypes: true})
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  return Object.fromEntries(
    paths.map((path) => [path.slice(FOLDER.length + 1).replaceAll(sep, '/'), readFileSync(path, 'utf8')]),
  )
}

/**
 * Names the first difference between two sets of files, if there is one.
 * @param {Record<string, string>} wanted
 * @param {Record<string, string>} present
 */
function firstDifference(wanted, present) {
  for (const [path, text] of Object.entries(wanted)) {
    const own = present[path]
    if (own === undefined) return `${path} is missing`
    if (own === text) continue
    const lines = own.split('\n')
    const at = text.split('\n').findIndex((line, index) => line !== lines[index])
    return `${path} differs in line ${(at < 0 ? text.split('\n').length : at) + 1}`
  }
  const extra = Object.keys(present).find((path) => wanted[path] === undefined)
  return extra && `${extra} is not part of the sample`
}

/** @param {Record<string, string>} files */
function check(files) {
  let present = {}
  try {
    present = presentFiles()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const difference = firstDifference(files, present)
  if (!difference) return
  console.error(`samples/discount/${difference}; run: node scripts/make-sample.mjs`)
  process.exitCode = 1
}

/** @param {Record<string, string>} files */
function write(files) {
  rmSync(FOLDER, {recursive: true, force: true})
  for (const [path, text] of Object.entries(files)) {
    const target = join(FOLDER, path)
    mkdirSync(dirname(target), {recursive: true})
    writeFileSync(target, text)
    console.log(`${String(Buffer.byteLength(text)).padStart(7)}  samples/discount/${path}`)
  }
}

const played = play(STORY)
const files = sampleFiles(played)
const counted = verify(played, files)
if (process.argv.includes('--check')) {
  check(files)
} else {
  write(files)
  console.log(counted)
}
