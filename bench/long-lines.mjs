import {readFileSync} from 'node:fs'
import {readLines} from '../build/dialects/index.js'
import {secondsOf, summaryOf} from './measure.mjs'

const chunkSize = 256 * 1024
const megabyte = 1e6

/**
 * Nanoseconds a byte for lines of several lengths, and for chunks of one byte, beside a file of ordinary lines.
 * @param {{path: string, sizes: number[]}} input
 */
export function longLines({path, sizes}) {
  const ordinary = readFileSync(path)
  const small = ordinary.subarray(0, ordinary.lastIndexOf(10, megabyte) + 1)
  const line = longLine(ordinary, megabyte)
  const cost = (/** @type {Buffer} */ bytes, /** @type {number} */ size, /** @type {number} */ runs) =>
    summaryOf(Array.from({length: runs}, () => pushAll(bytes, size)))
  for (let i = 0; i < 20; i++) pushAll(small, chunkSize)
  return {
    ordinary: cost(ordinary, chunkSize, 5),
    long: sizes.map((size) => cost(longLine(ordinary, size), chunkSize, size > 20 * megabyte ? 4 : 10)),
    bytewise: cost(small, 1, 3),
    bytewiseLong: cost(line, 1, 3),
  }
}

/**
 * A tool result of the wanted size, with text of the corpus in it: escapes, quotes and all.
 * @param {Buffer} ordinary
 * @param {number} size
 */
function longLine(ordinary, size) {
  const piece = Buffer.from(JSON.stringify(ordinary.toString('utf8', 0, 64 * 1024)).slice(1, -1))
  const line = Buffer.alloc(size, 'x')
  const tail = '"}]}}\n'
  let at = line.write(
    '{"parentUuid":null,"isSidechain":false,"sessionId":"s","type":"user","uuid":"u","message":{"role":"user",' +
      '"content":[{"type":"tool_result","tool_use_id":"t","content":"',
  )
  while (at + piece.length + tail.length <= size) at += piece.copy(line, at)
  line.write(tail, size - tail.length)
  return line
}

/** @param {Buffer} bytes @param {number} size */
function pushAll(bytes, size) {
  const reader = readLines('lines.jsonl')
  let records = 0
  const seconds = secondsOf(() => {
    for (let at = 0; at < bytes.length; at += size) {
      for (const line of reader.push(bytes.subarray(at, at + size))) if (line.kind === 'message') records += 1
    }
    reader.end()
  })
  if (records === 0) throw new Error('Nothing was read.')
  return (seconds / bytes.length) * 1e9
}
