// Stands in for the client: stand-in-client.mjs <stream.jsonl> [--pace <factor>] [--mode <name>] [--exit <code>] [--log <file>] [--last <file>]
// plays a recorded stream with its offsets (as fast as can be with --pace 0). Options of the real client are ignored.
//   play      to its end, then exits with the code
//   crash     half of it, the last line torn, then dies of SIGSEGV
//   hang      half of it, then waits until it is ended; prints how often it was interrupted, soon after the first time
//   stubborn  as hang, but ignores SIGINT and SIGTERM
//   flood     the stream, over and over, for 20,000 lines
//   halves    each line in two writes, torn anywhere
// With --last it prints the last line only when that file exists.
// With --log it writes down how many bytes it has printed, when it ends.
import {appendFileSync, existsSync, readFileSync, writeFileSync, writeSync} from 'node:fs'
import {setTimeout as sleep} from 'node:timers/promises'
import {parseArgs} from 'node:util'

const {values, positionals} = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    pace: {type: 'string', default: '0'},
    mode: {type: 'string', default: 'play'},
    exit: {type: 'string', default: '0'},
    log: {type: 'string', default: ''},
    args: {type: 'string', default: ''},
    last: {type: 'string', default: ''},
  },
})
const [path = ''] = positionals
const {mode} = values
if (values.args !== '') writeFileSync(values.args, JSON.stringify(process.argv.slice(2)))
const lines = readFileSync(path, 'utf8').split(/(?<=\n)/)
const times = timesOf(path.replace(/stream(-\d+)?\.jsonl$/, 'offsets$1.txt'))

let printed = 0
function print(text) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
  printed += bytes.length
}
const log = () => values.log !== '' && appendFileSync(values.log, `${printed}\n`)

if (mode === 'stubborn') for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
let interrupts = 0
if (mode === 'hang')
  process.on('SIGINT', () => {
    interrupts += 1
    if (interrupts > 1) return
    setTimeout(() => {
      const result = {type: 'result', subtype: 'error_during_execution', is_error: true, interrupts}
      print(`${JSON.stringify(result)}\n`)
      log()
      process.exit(130)
    }, 300)
  })

process.stderr.write('stand-in: begins\n')
const half = Math.ceil(lines.length / 2)
if (mode === 'flood') {
  for (let count = 0; count < 20_000; count += lines.length) print(lines.join(''))
} else {
  for (const [index, line] of lines.entries()) {
    const gap = (times[index] ?? 0) - (times[index - 1] ?? times[0] ?? 0)
    if (gap > 0 && values.pace !== '0') await sleep(gap * Number(values.pace))
    if (index === lines.length - 1 && values.last !== '') while (!existsSync(values.last)) await sleep(5)
    if (index >= half && mode === 'crash') {
      print(line.slice(0, line.length >> 1))
      log()
      process.kill(process.pid, 'SIGSEGV')
      await sleep(10_000)
    }
    if (index >= half && (mode === 'hang' || mode === 'stubborn')) break
    if (mode === 'halves') {
      const cut = Math.floor(line.length * Math.random())
      print(line.slice(0, cut))
      await sleep(1)
      print(line.slice(cut))
    } else print(line)
  }
}
log()
if (mode === 'hang' || mode === 'stubborn') await sleep(60_000)
process.exitCode = Number(values.exit)

function timesOf(offsets) {
  try {
    return readFileSync(offsets, 'utf8')
      .trimEnd()
      .split('\n')
      .map((row) => Number(row.split('\t')[1]))
  } catch {
    return []
  }
}
