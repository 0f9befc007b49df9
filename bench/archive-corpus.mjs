import {closeSync, mkdirSync, openSync, writeSync} from 'node:fs'
import {join} from 'node:path'
import {findRecordings, freshCopies, loadTemplates, sessionId} from './corpus.mjs'

const smallest = 50e3
const largest = 5e6
const projects = 24
/** One file of so many is a recorded stream, which holds many short sessions. */
const streams = 5

/**
 * Fills a folder as Claude Code does: projects with transcripts of 50 KB to 5 MB, small ones more often, each a session
 * with ids and days of its own; and some recorded streams.
 * @param {{root: string, size: number, count?: number, withStreams?: boolean}} input
 */
export function writeFolder({root, size, count = projects, withStreams = true}) {
  const {name, files} = findRecordings()
  const long = freshCopies(loadTemplates(files, 'session'))
  const mixed = freshCopies(loadTemplates(files, 'mixed'), 1)
  const random = randomFrom(7)
  let bytes = 0
  let written = 0
  while (bytes < size) {
    const wanted = Math.min(smallest * (largest / smallest) ** random(), size - bytes)
    const project = join(root, `-home-dev-project-${Math.floor(random() * count)}`)
    mkdirSync(project, {recursive: true})
    const own = `5e55${hex(written, 4)}${sessionId.slice(8)}`
    const isStream = withStreams && written % streams === streams - 1
    const path = join(project, isStream ? `stream-${written}.jsonl` : `${own}.jsonl`)
    bytes += writeFile(path, wanted, isStream ? mixed : long, own, dayOf(random()))
    written += 1
  }
  return {from: name, bytes, files: written}
}

/**
 * @param {string} path
 * @param {number} size
 * @param {Generator<import('./corpus.mjs').Template, never>} copies
 * @param {string} own The session's id.
 * @param {string} day
 */
function writeFile(path, size, copies, own, day) {
  const file = openSync(path, 'w')
  let bytes = 0
  try {
    while (bytes < size) {
      const text = copies.next().value.bytes.toString('latin1')
      const made = text.replaceAll(sessionId, own).replaceAll(/"20\d\d-\d\d-\d\dT(?=\d\d:)/g, `"${day}T`)
      writeSync(file, made, undefined, 'latin1')
      bytes += made.length
    }
  } finally {
    closeSync(file)
  }
  return bytes
}

/** @param {number} share */
const dayOf = (share) => new Date(Date.UTC(2026, 0, 1 + Math.floor(share * 180))).toISOString().slice(0, 10)
/** @param {number} number @param {number} length */
const hex = (number, length) => number.toString(16).padStart(length, '0')

/** The same numbers in each run. @param {number} seed */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
