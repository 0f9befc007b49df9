import {join} from 'node:path'
import {makeFile, recount, runForPeak, summaryOf} from './measure.mjs'
import {limited, mb} from './report.mjs'

/**
 * What recording costs beside printing the same.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function recording({folder, sizes}) {
  const {path, bytes, lines} = await makeFile(folder, 'record.jsonl', sizes.printMb, 'mixed')
  process.env.RECOUNT_HOME = join(folder, 'recount-home')
  const ways = [
    ['print'],
    ['print', '--record'],
    ['record', '--', 'cat', path],
    ['record', '--raw', '--', 'cat', path],
    ['record', '--store', join(folder, 'store'), '--', 'cat', path],
  ]
  /** @type {number[][]} */
  const turns = []
  for (let round = 0; round < sizes.recordRounds; round++) {
    /** @type {number[]} */
    const turn = []
    for (const way of ways) turn.push((await runForPeak([recount, ...way], path)).cpu)
    turns.push(turn)
  }
  const cpu = (/** @type {number} */ way) => summaryOf(turns.flatMap((turn) => turn[way] ?? [])).median
  const [bare, piped, run, raw, stored] = [cpu(0), cpu(1), cpu(2), cpu(3), cpu(4)]
  const detail = (/** @type {number} */ own) =>
    `${own.toFixed(2)} s of the processor, printing alone ${bare.toFixed(2)} s`
  return {
    title: 'Recording: processor time beside printing the same stream',
    rows: [
      limited('`… | recount --record`', piped / bare, 1.2, '×', detail(piped)),
      limited('`recount record -- …`', run / bare, 1.2, '×', detail(run)),
      {what: '`recount record --raw -- …`', figure: `${(raw / bare).toFixed(2)} ×`, detail: detail(raw)},
      {
        what: '`recount record --store … -- …`',
        figure: `${(stored / bare).toFixed(2)} ×`,
        detail: detail(stored),
      },
    ],
    note: `${mb(bytes)} MB, ${lines} lines, medians of ${sizes.recordRounds} rounds by turns. The recorded program is \`cat\`, and counts too.`,
  }
}
