// Plays a recorded stream at the pace at which it was recorded: feed.mjs <recording> [--slower <factor>]
// [--hold <line,line> --gate <folder>] [--stay]. Before a held line it waits until the gate has a file of its number.
// With --stay it neither ends nor heeds Ctrl-C.
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import {parseArgs} from 'node:util'

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    slower: {type: 'string', default: '1'},
    hold: {type: 'string', default: ''},
    gate: {type: 'string', default: ''},
    stay: {type: 'boolean', default: false},
  },
})
const [folder = ''] = positionals
if (values.stay) process.on('SIGINT', () => {})
const lines = readFileSync(join(folder, 'stream.jsonl'), 'utf8').trimEnd().split('\n')
const offsets = readFileSync(join(folder, 'offsets.txt'), 'utf8').trimEnd().split('\n')
const times = offsets.map((line) => Number(line.split('\t')[1]))
const held = new Set(values.hold.split(',').filter(Boolean))

for (const [index, line] of lines.entries()) {
  const number = String(index + 1)
  const gap = (times[index] ?? 0) - (times[index - 1] ?? times[0] ?? 0)
  if (gap > 0) await sleep(gap * Number(values.slower))
  while (held.has(number) && !existsSync(join(values.gate, number))) await sleep(20)
  // A client stamps what it writes when it writes it.
  const now = new Date()
  const stamped = line.replace(/("timestamp":")[^"]*"/, `$1${now.toISOString()}"`)
  process.stdout.write(`${stamped.replace(/("end_time":)\d+/, `$1${now.getTime()}`)}\n`)
}
const parent = process.ppid
while (values.stay && process.ppid === parent) await sleep(200)
