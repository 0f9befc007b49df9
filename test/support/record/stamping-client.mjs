// Prints lines in step with its recorder: stamping-client.mjs <home> <log> <count>
// After each line it waits until the recording below <home> has a time for it. Into <log> it writes for each line when it
// was sent and when its time was seen.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'

const [home = '', log = '', count = '1'] = process.argv.slice(2)
const recordings = join(home, 'recordings')

const isNoted = (number) => {
  try {
    return readdirSync(recordings).some((name) =>
      new RegExp(`^${number}\\t\\d+\\t.*\\n`, 'm').test(
        readFileSync(join(recordings, name, 'offsets.txt'), 'utf8'),
      ),
    )
  } catch {
    return false
  }
}

const stamps = []
for (let number = 1; number <= Number(count); number += 1) {
  const sent = Date.now()
  process.stdout.write(`${JSON.stringify({type: 'stamp', number, session_id: 's'})}\n`)
  while (!isNoted(number)) await sleep(5)
  stamps.push({sent, seen: Date.now()})
  await sleep(20)
}
writeFileSync(log, JSON.stringify(stamps))
