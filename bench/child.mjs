// One measurement in a process of its own: `node bench/child.mjs <task> <input as JSON>` prints JSON.
import {bareLoop} from './bare-loop.mjs'
import {findRecordings, loadTemplates, writeCorpus} from './corpus.mjs'
import {foldCosts} from './fold-costs.mjs'
import {longLines} from './long-lines.mjs'
import {alternate, secondsOf} from './measure.mjs'
import {readThrough} from './read-through.mjs'

const ways = {bare: bareLoop, recount: readThrough}

const tasks = {
  make({path, size, kind}) {
    const {name, files} = findRecordings()
    const templates = loadTemplates(files, kind)
    return {from: name, sessions: templates.length, ...writeCorpus(path, size, templates)}
  },
  read({path, way}) {
    return {inner: secondsOf(() => ways[way](path))}
  },
  async both({path, rounds}) {
    const records = {bare: bareLoop(path), recount: readThrough(path)}
    // A line that is an array counts as many for recount.
    if (records.recount < records.bare) throw new Error(`Records are missing: ${JSON.stringify(records)}`)
    readThrough(path)
    bareLoop(path)
    return alternate(
      rounds,
      () => secondsOf(() => bareLoop(path)),
      () => secondsOf(() => readThrough(path)),
    )
  },
  fold: foldCosts,
  lines: longLines,
}

const [task, input] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await tasks[task](JSON.parse(input))))
