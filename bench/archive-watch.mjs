import {appendFileSync, mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {startWatching, ticksOf} from './archive-programs.mjs'
import {summaryOf} from './measure.mjs'

const filesInFolder = 200

/**
 * Follows many files: what that costs while nothing happens, and how long an added line takes to be searchable.
 * @param {{root: string, home: string, files: number, seconds: number, appends: number}} input
 */
export async function watchMany({root, home, files, seconds, appends}) {
  const paths = writeMany(root, files)
  const watching = startWatching(root, home)
  try {
    await watching.heard(1)
    await pause(3000)
    const before = ticksOf(watching.pid)
    await pause(seconds * 1000)
    const after = ticksOf(watching.pid)
    /** @type {number[]} */
    const times = []
    for (let turn = 0; turn < appends; turn += 1) {
      const start = performance.now()
      appendFileSync(paths[(turn * 7919) % paths.length] ?? '', lineOf(files + turn))
      await watching.heard(2 + turn)
      times.push(performance.now() - start)
      await pause(200)
    }
    return {
      ticks: after === undefined || before === undefined ? undefined : after - before,
      seconds,
      added: summaryOf(times),
    }
  } finally {
    watching.end()
  }
}

/** @param {string} root @param {number} files */
function writeMany(root, files) {
  return Array.from({length: files}, (_, index) => {
    const folder = join(root, `project-${Math.floor(index / filesInFolder)}`)
    if (index % filesInFolder === 0) mkdirSync(folder, {recursive: true})
    const path = join(folder, `${sessionOf(index)}.jsonl`)
    writeFileSync(path, lineOf(index))
    return path
  })
}

/** @param {number} index */
const sessionOf = (index) =>
  `5e55${String(index).padStart(4, '0').slice(-4)}-0000-4000-8000-${String(index).padStart(12, '0')}`

/** @param {number} index */
const lineOf = (index) =>
  `${JSON.stringify({type: 'user', uuid: `line-${index}`, parentUuid: null, sessionId: sessionOf(index), timestamp: '2026-03-01T00:00:00.000Z', cwd: '/home/dev/demo', message: {role: 'user', content: `What about number${index}?`}})}\n`
