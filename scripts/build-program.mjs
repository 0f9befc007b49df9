// Puts the many small modules of the program and of the library together into few files: that is what the package has.
// The program starts faster this way, because Node takes about half a millisecond for each module that it loads.
import {dirname, join, relative, sep} from 'node:path'
import {fileURLToPath} from 'node:url'
import {rolldown} from 'rolldown'
import {entryPoints} from './entry-points.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [folder, target] = [join(root, process.argv[2] ?? 'build'), join(root, process.argv[3] ?? 'dist')]
/** @param {string} name */
const at = (name) => join(folder, `${name}.js`)

/** What is started by its path: the program, and its threads. */
const entries = [
  'cli/main',
  'cli/commands/serve/indexing-worker',
  'cli/commands/serve/query-process',
  'archive/ingest/ingest-worker',
  'archive/sqlite/search/index-worker',
  'server/disk/session-worker',
]

/** What every start needs, and the status line, which Claude Code asks for again and again. */
const quick = ['cli/run', 'cli/host', 'cli/commands/usage/print-status-line']

/** @param {string} path */
const slashes = (path) => path.split(sep).join('/')
const placeMark = '@place/'

/**
 * Modules still find the files beside them, whatever file their code is in.
 * @type {import('rolldown').Plugin}
 */
const bundler = {
  name: 'recount',
  transform(code, id) {
    const place = `new URL("${placeMark}${slashes(relative(folder, id))}", import.meta.url)`
    return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', place) : null
  },
  renderChunk(code, {fileName}) {
    return code.replaceAll(`"${placeMark}`, `"${slashes(relative(dirname(fileName), '.')) || '.'}/`)
  },
}

/** @type {import('rolldown').InputOptions} */
const options = {platform: 'node', external: /^[^./]/, plugins: [bundler]}

/**
 * The modules of which something is left in a bundle of these alone, without what they load only when it is needed.
 * @param {string[]} names
 */
async function neededBy(names) {
  const bundle = await rolldown({...options, input: names.map(at)})
  const {output} = await bundle.generate({format: 'esm'})
  await bundle.close()
  const all = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set(all.filter(({isEntry}) => isEntry).map(({fileName}) => fileName))
  for (const name of loaded) for (const next of chunks.get(name)?.imports ?? []) loaded.add(next)
  const modules = [...loaded].flatMap((name) => Object.entries(chunks.get(name)?.modules ?? {}))
  return new Set(modules.filter(([, {renderedLength}]) => renderedLength > 0).map(([id]) => id))
}

/**
 * Bundles modules together with everything that they import. Each keeps its own name, or gets the one that it is given under.
 * @param {Record<string, string>} input
 * @param {import('rolldown').CodeSplittingGroup[]} groups
 */
async function bundleInto(input, groups) {
  const bundle = await rolldown({...options, input})
  await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    codeSplitting: {groups},
  })
  await bundle.close()
}

const together = await neededBy(quick)
await bundleInto(Object.fromEntries(entries.map((name) => [name, at(name)])), [
  {name: 'quick', test: (id) => together.has(id)},
])
// Apart from the program: shared with it, each command would load more files. What two entry points need is one file.
await bundleInto(
  Object.fromEntries(Object.entries(entryPoints).map(([name, module]) => [name, at(module)])),
  [{name: 'library', minShareCount: 2}],
)
