// Puts the program's many small modules together into few files, which start faster: each module that Node loads by
// itself costs about as much as a thousandth of a second. What is built stays where it was for those who import it.
import {dirname, join, relative, sep} from 'node:path'
import {fileURLToPath} from 'node:url'
import {rolldown} from 'rolldown'

const folder = join(fileURLToPath(new URL('..', import.meta.url)), process.argv[2] ?? 'dist')
const at = (name) => join(folder, `${name}.js`)

/** What is started by its path: the program, and its threads. Each is replaced by its bundle. */
const entries = [
  'cli/main',
  'cli/commands/serve/indexing-worker',
  'cli/commands/serve/query-process',
  'archive/ingest/ingest-worker',
  'archive/sqlite/search/index-worker',
  'server/disk/session-worker',
]

/** What every start needs, and the status line, which Claude Code asks for again and again. */
const quick = ['cli/run', 'cli/host', 'cli/commands/usage/run-usage', 'cli/commands/usage/print-status-line']

const slashes = (path) => path.split(sep).join('/')
const placeMark = '@place/'

/** Modules go on finding the files beside them, wherever their code has come to stand. */
const bundler = {
  name: 'recount',
  transform(code, id) {
    const place = `new URL("${placeMark}${slashes(relative(folder, id))}", import.meta.url)`
    return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', place) : null
  },
  renderChunk(code, {fileName}) {
    return code.replaceAll(`"${placeMark}`, `"${slashes(relative(dirname(fileName), '.'))}/`)
  },
}

const options = {platform: 'node', external: /^[^./]/, plugins: [bundler]}

/** The modules of which something is left in a bundle of these alone, without what they load only when it is needed. */
async function neededBy(names) {
  const bundle = await rolldown({...options, input: names.map(at)})
  const {output} = await bundle.generate({format: 'esm'})
  await bundle.close()
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set(output.filter(({isEntry}) => isEntry).map(({fileName}) => fileName))
  for (const name of loaded) for (const next of chunks.get(name)?.imports ?? []) loaded.add(next)
  const modules = [...loaded].flatMap((name) => Object.entries(chunks.get(name)?.modules ?? {}))
  return new Set(modules.filter(([, {renderedLength}]) => renderedLength > 0).map(([id]) => id))
}

const together = await neededBy(quick)
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, at(name)])),
  ...options,
})
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'parts/[name]-[hash].js',
  codeSplitting: {
    groups: [
      {
        name: 'quick',
        test: (id) => together.has(id),
      },
    ],
  },
})
await bundle.close()
