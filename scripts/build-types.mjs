// Writes every declaration that an entry point needs into one file, and for each entry point a file that names what it
// exports: that is all the types that the package has.
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {Declarations, isType} from './declarations.mjs'
import {entryPoints} from './entry-points.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [build, target] = [join(root, process.argv[2] ?? 'build'), join(root, process.argv[3] ?? 'dist')]

const files = new Declarations()
const tables = Object.entries(entryPoints).map(([name, module]) => ({
  name,
  table: files.exportsOf(join(build, `${module}.d.ts`)),
  onlyTypes: files.typesOf(join(build, `${module}.d.ts`)),
}))
const reached = new Set(tables.flatMap(({table}) => [...table.values()]))
/** The names that are imported from each package. @type {Map<string, Set<string>>} */
const imports = new Map()
/** @type {string[]} */
const texts = []
/** @type {Map<string, string>} */
const names = new Map()
// What is added while this runs is gone through as well.
for (const declaration of reached) {
  const {name, file, doc, comment} = declaration
  let {text} = declaration
  for (const {token, target: from, declaration: other} of files.referencesOf(declaration)) {
    if (other) {
      reached.add(other)
      if (other.name !== token) text = text.split(token).join(other.name)
    } else if (!from.file.startsWith('/'))
      imports.set(from.file, (imports.get(from.file) ?? new Set()).add(from.name))
  }
  if (names.has(name))
    throw new Error(`Two declarations are called ${name}: in ${names.get(name)} and in ${file}.`)
  names.set(name, file)
  texts.push(`${doc === '' ? '' : `${comment}\n`}export ${isType(declaration) ? '' : 'declare '}${text}`)
}
const heads = [...imports].map(
  ([from, list]) => `import type {${[...list].sort().join(', ')}} from '${from}'`,
)
writeFileSync(join(target, 'types.d.ts'), `${[...heads, ...texts].join('\n')}\n`)
for (const {name, table, onlyTypes} of tables) {
  const exported = [...table].map(
    ([as, declaration]) =>
      `${onlyTypes.has(as) ? 'type ' : ''}${declaration.name === as ? as : `${declaration.name} as ${as}`}`,
  )
  writeFileSync(join(target, `${name}.d.ts`), `export {\n  ${exported.join(',\n  ')},\n} from './types.js'\n`)
}
