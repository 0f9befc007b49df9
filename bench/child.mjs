// One measurement in a process of its own: `node bench/child.mjs <task> <input as JSON>` prints JSON.
import {pathToFileURL} from 'node:url'
import {bareLoop, splitLoop} from './bare-loop.mjs'
import {findRecordings, loadTemplates, writeCorpus} from './corpus.mjs'
import {alternate, secondsOf} from './measure.mjs'

/**
 * A task that loads what it needs when it runs, and nothing else: what is loaded counts in time and memory.
 * @template Input, Result
 * @param {() => Promise<(input: Input) => Result | Promise<Result>>} load
 * @returns {(input: Input) => Promise<Result>}
 */
const lazily = (load) => async (input) => (await load())(input)

const loadRecount = async () => (await import('./read-through.mjs')).readThrough
const ways = {bare: async () => bareLoop, common: async () => splitLoop, recount: loadRecount}

/** @typedef {keyof typeof ways} Way How a file is read. */

/** What can be measured. */
export const tasks = {
  /** @param {{path: string, size: number, kind: import('./corpus.mjs').CorpusKind}} input */
  make({path, size, kind}) {
    const {name, files} = findRecordings()
    const templates = loadTemplates(files, kind)
    return {from: name, sessions: templates.length, ...writeCorpus(path, size, templates)}
  },
  /** @param {{path: string, way: Way}} input */
  async read({path, way}) {
    const read = await ways[way]()
    return {inner: secondsOf(() => read(path))}
  },
  /** @param {{path: string, rounds: number}} input */
  async beside({path, rounds}) {
    const readThrough = await loadRecount()
    const records = {bare: bareLoop(path), recount: readThrough(path)}
    // A line that is an array counts as many for recount.
    if (records.recount < records.bare) throw new Error(`Records are missing: ${JSON.stringify(records)}`)
    readThrough(path)
    const beside = (/** @type {(path: string) => number} */ loop) => {
      loop(path)
      return alternate(
        rounds,
        () => secondsOf(() => readThrough(path)),
        () => secondsOf(() => loop(path)),
      )
    }
    // One after the other: what the common loop leaves behind would be swept up in the time of whoever comes next.
    return [await beside(bareLoop), await beside(splitLoop)]
  },
  'make-published': lazily(async () => (await import('./corpus.mjs')).writePublished),
  fold: lazily(async () => (await import('./fold-costs.mjs')).foldCosts),
  lines: lazily(async () => (await import('./long-lines.mjs')).longLines),
  'archive-make': lazily(async () => (await import('./archive-corpus.mjs')).writeFolder),
  'archive-bare': lazily(async () => (await import('./archive-tasks.mjs')).bareFolder),
  'archive-index': lazily(async () => (await import('./archive-tasks.mjs')).indexFolder),
  'archive-ask': lazily(async () => (await import('./archive-tasks.mjs')).askArchive),
  'archive-beside': lazily(async () => (await import('./archive-programs.mjs')).usageBeside),
  'archive-status': lazily(async () => (await import('./archive-programs.mjs')).statusLine),
  'archive-watch': lazily(async () => (await import('./archive-watch.mjs')).watchMany),
  'export-pages': lazily(async () => (await import('./export-tasks.mjs')).pageCosts),
  'export-open': lazily(async () => (await import('./export-tasks.mjs')).openingCosts),
  'viewer-list': lazily(async () => (await import('./viewer-pages.mjs')).listCosts),
  'viewer-open': lazily(async () => (await import('./viewer-pages.mjs')).openingCosts),
  'viewer-live': lazily(async () => (await import('./viewer-pages.mjs')).liveCosts),
  'viewer-bundle': lazily(async () => (await import('./viewer-pages.mjs')).bundleSizes),
  'viewer-load': lazily(async () => (await import('./viewer-load.mjs')).listenUnderLoad),
  print: lazily(async () => (await import('./print-through.mjs')).printCosts),
}

const [, script = '', task = '', input = 'null'] = process.argv
if (import.meta.url === pathToFileURL(script).href) {
  /** @type {Record<string, (input: never) => unknown>} */
  const byName = tasks
  const measure = byName[task]
  if (!measure) throw new Error(`There is no task "${task}".`)
  const result = await measure(/** @type {never} */ (JSON.parse(input)))
  // A task that needs a browser gives nothing without one.
  process.stdout.write(JSON.stringify(result ?? null))
}
