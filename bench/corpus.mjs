import {createHash} from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import {basename, join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** @type {[name: string, path: string][]} */
const places = [
  ['test/recordings', '../test/recordings'],
  ['captures', '../../shared/captures'],
  ['samples', '../samples'],
]

/**
 * `mixed` is everything; `session` is main transcripts only, made into parts of one long session.
 * @typedef {'mixed' | 'session'} CorpusKind
 *
 * @typedef {object} Template A recording whose ids can be replaced.
 * @property {string} hash
 * @property {Buffer} bytes
 * @property {number} lines
 * @property {{at: number, length: number, base: number}[]} slots Where ids are.
 * @property {number} joint Where the id of the part before is; 0 if there is none.
 * @property {number} tail Where the id of its last record is; 0 if there is none.
 */

/** The session that a corpus of one session belongs to; its file is named after it. */
export const sessionId = '5e551000-0000-4000-8000-000000000001'

/** Finds the recorded sessions a corpus can be made from: real recordings first, then what else is there. */
export function findRecordings() {
  for (const [name, path] of places) {
    const folder = fileURLToPath(new URL(path, import.meta.url))
    if (!existsSync(folder)) continue
    const files = readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort()
    if (files.length > 0) return {name, files}
  }
  throw new Error('There are no recorded sessions to make a corpus from.')
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const apiId = '(?:srvtoolu|toolu|msg|req)_[0-9A-Za-z]{10,}'
const namedId = /"(?:agentId|agent_id|taskId|task_id|backgroundTaskId)":"([0-9a-z]{6,20})"/g
const graphRoot = '"parentUuid":null'

/**
 * Reads recordings into templates: their bytes, and where in them which id is.
 * @param {string[]} files
 * @param {CorpusKind} kind
 */
export function loadTemplates(files, kind) {
  const seen = new Set()
  /** @type {Template[]} */
  const templates = []
  for (const file of files) {
    const written = readFileSync(file, 'utf8').split('\n').filter(isJson)
    // A session that continues has no summaries of other sessions in its midst, as its parts have at their head.
    const lines = kind === 'session' ? written.filter((line) => !line.includes('"type":"summary"')) : written
    const hash = createHash('sha256').update(lines.join('\n')).digest('hex')
    // Captures hold snapshots of the same transcript; a corpus should not be made mostly of those.
    if (lines.length === 0 || seen.has(hash)) continue
    seen.add(hash)
    const isMain = lines.some((line) => line.includes('"parentUuid"')) && !basename(file).startsWith('agent-')
    if (kind === 'session' && !isMain) continue
    templates.push({hash, ...templateOf(`${lines.join('\n')}\n`, kind === 'session', lines.length)})
  }
  // Neighbours in a folder are alike; in this order every part of a corpus is a fair sample of all.
  return templates.sort((a, b) => (a.hash < b.hash ? -1 : 1))
}

/** @param {string} line */
function isJson(line) {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/**
 * Works on Latin-1 text, in which an index is a byte offset.
 * @param {string} original
 * @param {boolean} isPart
 * @param {number} lines
 * @returns {Omit<Template, 'hash'>}
 */
function templateOf(original, isPart, lines) {
  let text = Buffer.from(original).toString('latin1')
  if (isPart) {
    for (const [, id = ''] of text.matchAll(new RegExp(`"sessionId":"(${uuid})"`, 'g')))
      text = text.replaceAll(id, sessionId)
    // The first record hangs on the part before, as in a session that went on; a later root is a compaction.
    text = text.replace(graphRoot, `"parentUuid":"${'0'.repeat(36)}"`)
  }
  const named = [...new Set(Array.from(text.matchAll(namedId), ([, id = '']) => id))]
  const pattern = new RegExp(`\\b(?:${[uuid, apiId, ...named].join('|')})\\b`, 'g')
  /** @type {Template['slots']} */
  const slots = []
  for (const {0: id, index} of text.matchAll(pattern)) {
    if (id === sessionId) continue
    const skip = id.includes('_') ? id.indexOf('_') + 3 : named.includes(id) ? 1 : 0
    slots.push({at: index + skip, length: Math.min(8, id.length - skip), base: hashOf(id)})
  }
  const records = Array.from(text.matchAll(new RegExp(`"parentUuid":.*?"uuid":"(?=${uuid})`, 'g')))
  const last = records.at(-1)
  return {
    bytes: Buffer.from(text, 'latin1'),
    lines,
    slots,
    joint: isPart ? text.indexOf(`"${'0'.repeat(36)}"`) + 1 : 0,
    tail: last ? last.index + last[0].length : 0,
  }
}

/** @param {string} id */
const hashOf = (id) => createHash('sha256').update(id).digest().readUInt32LE()
const digits = Buffer.from('0123456789abcdef')

/**
 * Gives copies of the templates, one after the other and for ever, each with ids of its own of the same
 * length; `first` says with which to begin. The buffers are used again: take what you need before the next.
 * @param {Template[]} templates
 * @returns {Generator<Template, never>}
 */
export function* freshCopies(templates, first = 0) {
  /** @type {Buffer | undefined} */
  let before
  for (let serial = first; ; serial++) {
    const template = templates[serial % templates.length]
    if (!template) throw new Error('There are no templates to copy.')
    const {bytes, slots, joint, tail} = template
    // Times an odd number, so that no two copies get the same digits.
    const turn = Math.imul(serial + 1, 0x9e3779b1)
    for (const {at, length, base} of slots) {
      const value = (base + turn) >>> 0
      for (let i = 0; i < length; i++) bytes[at + i] = digits[(value >>> (4 * (length - 1 - i))) & 15] ?? 0
    }
    if (joint > 0 && before) bytes.set(before, joint)
    if (tail > 0) before = Buffer.from(bytes.subarray(tail, tail + 36))
    yield template
  }
}

/**
 * Writes a corpus of about `size` bytes.
 * @param {string} path
 * @param {number} size
 * @param {Template[]} templates
 * @returns {{bytes: number, lines: number}}
 */
export function writeCorpus(path, size, templates) {
  const file = openSync(path, 'w')
  let bytes = 0
  let lines = 0
  try {
    for (const copy of freshCopies(templates)) {
      writeSync(file, copy.bytes)
      bytes += copy.bytes.length
      lines += copy.lines
      if (bytes >= size) break
    }
    return {bytes, lines}
  } finally {
    closeSync(file)
  }
}

/**
 * Writes the transcripts that others published, if they are there, as one corpus.
 * @param {{path: string}} input
 */
export function writePublished({path}) {
  const folder = fileURLToPath(new URL('../../shared/corpus', import.meta.url))
  if (!existsSync(folder)) return null
  const lines = readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .flatMap((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8').split('\n'))
    .filter(isJson)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return {path, bytes: statSync(path).size, lines: lines.length}
}
