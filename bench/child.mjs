// One measurement in a process of its own: `node bench/child.mjs <task> <input as JSON>` prints JSON.
import {bareLoop, splitLoop} from './bare-loop.mjs'
import {findRecordings, loadTemplates, writeCorpus} from './corpus.mjs'
import {alternate, secondsOf} from './measure.mjs'

// Each task loads what it needs and nothing else: what is loaded counts in time and memory.
const loadRecount = async () => (await import('./read-through.mjs')).readThrough
const ways = {bare: async () => bareLoop, usual: async () => splitLoop, recount: loadRecount}

const tasks = {
  make({path, size, kind}) {
    const {name, files} = findRecordings()
    const templates = loadTemplates(files, kind)
    return {from: name, sessions: templates.length, ...writeCorpus(path, size, templates)}
  },
  async read({path, way}) {
    const read = await ways[way]()
    return {inner: secondsOf(() => read(path))}
  },
  async beside({path, rounds}) {
    const readThrough = await loadRecount()
    const records = {bare: bareLoop(path), recount: readThrough(path)}
    // A line that is an array counts as many for recount.
    if (records.recount < records.bare) throw new Error(`Records are missing: ${JSON.stringify(records)}`)
    readThrough(path)
    const beside = (loop) => {
      loop(path)
      return alternate(
        rounds,
        () => secondsOf(() => readThrough(path)),
        () => secondsOf(() => loop(path)),
      )
    }
    // One after the other: what the usual loop leaves behind would be swept up in the time of whoever comes next.
    return [await beside(bareLoop), await beside(splitLoop)]
  },
  'make-published': async ({path}) => (await import('./corpus.mjs')).writePublished(path),
  fold: async (input) => (await import('./fold-costs.mjs')).foldCosts(input),
  lines: async (input) => (await import('./long-lines.mjs')).longLines(input),
  'archive-make': async ({root, size}) => (await import('./archive-corpus.mjs')).writeFolder(root, size),
  'export-make': async ({root, size}) =>
    (await import('./archive-corpus.mjs')).writeFolder(root, size, {count: 1, withStreams: false}),
  'archive-bare': async (input) => (await import('./archive-tasks.mjs')).bareFolder(input),
  'archive-take': async (input) => (await import('./archive-tasks.mjs')).takeIn(input),
  'archive-ask': async (input) => (await import('./archive-tasks.mjs')).askArchive(input),
  'archive-beside': async (input) => (await import('./archive-programs.mjs')).usageBeside(input),
  'archive-status': async ({home, starts}) =>
    (await import('./archive-programs.mjs')).statusLine(home, starts),
  'archive-watch': async (input) => (await import('./archive-watch.mjs')).watchMany(input),
  'export-pages': async (input) => (await import('./export-tasks.mjs')).pageCosts(input),
  'export-open': async (input) => (await import('./export-tasks.mjs')).openingCosts(input),
  'viewer-list': async (input) => (await import('./viewer-pages.mjs')).listCosts(input),
  'viewer-open': async (input) => (await import('./viewer-pages.mjs')).openingCosts(input),
  'viewer-live': async (input) => (await import('./viewer-pages.mjs')).liveCosts(input),
  'viewer-bundle': async () => (await import('./viewer-pages.mjs')).bundleSizes(),
  'viewer-load': async (input) => (await import('./viewer-load.mjs')).listenUnderLoad(input),
  print: async (input) => (await import('./print-through.mjs')).printCosts(input),
}

const [task, input] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await tasks[task](JSON.parse(input))))
