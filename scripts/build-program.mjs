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
  'cli/serve/keep-up-worker',
  'archive/ingest/ingest-worker',
  'archive/sqlite/search-worker',
  'server/disk/room-worker',
]

/** What every start needs, and the status line, which Claude Code asks for again and again. */
const quick = ['cli/run', 'cli/host', 'cli/commands/usage', 'cli/commands/usage-statusline']

const imports = new Map()
const slashes = (path) => path.split(sep).join('/')
const placeMark = '@place/'

/** Modules go on finding the files beside them, wherever their code has come to stand. */
const bundler = {
  name: 'recount',
  moduleParsed({id, importedIds}) {
    imports.set(id, importedIds)
  },
  transform(code, id) {
    const place = `new URL("${placeMark}${slashes(relative(folder, id))}", import.meta.url)`
    return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', place) : null
  },
  renderChunk(code, {fileName}) {
    return code.replaceAll(`"${placeMark}`, `"${slashes(relative(dirname(fileName), '.'))}/`)
  },
}

/** Modules with all that they import, except what they load only when it is needed. */
function closureOf(names) {
  const closure = new Set(names.map(at))
  for (const id of closure) for (const next of imports.get(id) ?? []) closure.add(next)
  return closure
}

let together
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, at(name)])),
  platform: 'node',
  external: /^[^./]/,
  plugins: [bundler],
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
        test(id) {
          together ??= closureOf(quick)
          return together.has(id)
        },
      },
    ],
  },
})
await bundle.close()
