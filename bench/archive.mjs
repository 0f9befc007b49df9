import {join} from 'node:path'
import {runTask, summaryOf} from './measure.mjs'
import {limited, mb} from './report.mjs'

/** Taking a folder into the archive beside a bare loop over the same bytes, and asking it. */
export async function archive({folder, sizes}) {
  const root = join(folder, 'archive-root')
  const home = join(folder, 'archive-home')
  const made = await runTask('archive-make', {root, size: sizes.archiveMb * 1e6})
  const bare = await runTask('archive-bare', {root})
  const lists = await runTask('archive-take', {root, home: `${home}-lists`, search: false})
  const whole = await runTask('archive-take', {root, home, search: true})
  const bareAgain = await runTask('archive-bare', {root})
  const least = bare.ms < bareAgain.ms ? bare : bareAgain
  const asked = await runTask('archive-ask', {root, home, searches: sizes.searches, appends: sizes.appends})
  const speed = (ms) => `${(made.bytes / 1e3 / ms).toFixed(0)} MB/s`
  const detail = ({ms, cpu}) =>
    `${speed(ms)}, bare loop ${speed(least.ms)}; ${(cpu / ms).toFixed(2)} cores busy, processor time ${(cpu / least.cpu).toFixed(2)} ×`
  const ms = (what, value, more) => ({what, figure: `${value.toFixed(1)} ms`, detail: more})
  const times = [...asked.times].sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]
  const added = summaryOf(asked.added)
  const {second} = asked
  return {
    title: 'The archive: taking in beside a bare split-and-`JSON.parse` loop, and asking',
    rows: [
      limited('cold, lists and usage complete', lists.lists.ms / least.ms, 3, '×', detail(lists.lists)),
      limited(
        'cold, everything searchable',
        whole.searchable.ms / least.ms,
        8,
        '×',
        detail(whole.searchable),
      ),
      limited('size on disk beside input, index included', whole.bytes / made.bytes, 0.6, '×'),
      limited(
        'bytes parsed by a second run',
        second.bytesParsed,
        0,
        'bytes',
        `${second.filesOpened} files opened`,
      ),
      ms('a second run', second.ms, `${second.files} files`),
      limited(
        'a line added, to searchable, median',
        added.median,
        250,
        'ms',
        `best ${added.best.toFixed(1)} ms`,
      ),
      ms('search for a word, p50', at(0.5), `${times.length} different words, 20 hits each at most`),
      ms('search for a word, p99', at(0.99)),
      ms('`ls`, warm', asked.ls, `${whole.sessions} sessions`),
      ms('`usage daily`, warm', asked.usage),
    ],
    note: `${mb(made.bytes)} MB in ${made.files} files of 50 KB to 5 MB, made from ${made.from}, with fresh ids; ${whole.records} records. The bare loop is the best of four. Opening the archive is counted; starting the process is not.`,
  }
}
