// Describes what the package exports, from the declarations of the build: prints JSON with the names of each entry point,
// and the pages of docs/api.
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {Declarations, isType} from './declarations.mjs'
import {entryPoints} from './entry-points.mjs'

/** @typedef {import('./declarations.mjs').Declaration} Declaration */

/** What each entry point is for, in one sentence. @type {Record<string, string>} */
const purposes = {
  index: 'Find, load and follow sessions; the archive; plugins. Start here.',
  page: 'The neutral tree that every output is made from, and functions that build and format its parts.',
  html: 'Sessions as HTML documents.',
  markdown: 'Sessions as Markdown.',
  terminal: 'Sessions as text for a terminal.',
  slack: 'Sessions as Slack messages.',
  server: 'The web viewer.',
  archive: 'The archive of all sessions: lists, search, usage, archived files, SQL.',
  sources: 'From bytes and files to lines and messages. Times are milliseconds since 1970.',
  conversation: 'The fold from lines to a conversation. Times are milliseconds since 1970.',
  model: 'The messages that every format is read into.',
  store: 'Conversation stores of the Chorus format.',
  sdk: "The types of Claude Code's stream, and functions that check them.",
}

const build = join(fileURLToPath(new URL('..', import.meta.url)), process.argv[2] ?? 'build')
const files = new Declarations()
const entries = Object.entries(entryPoints).map(([name, module]) => ({
  name,
  table: files.exportsOf(join(build, `${module}.d.ts`)),
  onlyTypes: files.typesOf(join(build, `${module}.d.ts`)),
}))
/** @param {string} a @param {string} b */
const byName = (a, b) => (a < b ? -1 : 1)

/** Where each declaration is documented: the first entry point that has it. @type {Map<Declaration, {entry: string, as: string}>} */
const homes = new Map()
// A value that is a type elsewhere is documented where it is a value.
for (const isOwn of [true, false])
  for (const {name, table, onlyTypes} of entries)
    for (const [as, declaration] of table)
      if (!homes.has(declaration) && (isType(declaration) || !onlyTypes.has(as)) === isOwn)
        homes.set(declaration, {entry: name, as})

const surface = entries.map(({name, table, onlyTypes}) => ({
  name,
  values: [...table.keys()].filter((as) => !onlyTypes.has(as)).sort(byName),
  types: [...table.keys()].filter((as) => onlyTypes.has(as)).sort(byName),
  hidden: [...table].flatMap(([as, declaration]) =>
    [declaration, ...partsOf([declaration]).map(([, part]) => part)]
      .flatMap((part) => files.referencesOf(part))
      .filter(({declaration: other}) => other?.isExported && isType(other) && !homes.has(other))
      .map(({declaration: other}) => `${as} names ${other?.name}`),
  ),
}))

/** @param {string} name */
const title = (name) => (name === 'index' ? 'recount' : `recount/${name}`)
/** @param {string} name */
const anchor = (name) => name.toLowerCase()

/** A comment as Markdown. @param {string} doc */
function describeComment(doc) {
  const [text = '', ...tags] = doc.split(/^@/m)
  const parts = tags.map((tag) => {
    const [, name = '', body = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? []
    if (name === 'example') return `\`\`\`ts\n${body.trim()}\n\`\`\``
    if (name === 'throws') return `Throws ${body.trim()}`
    return `\`${body.trim().split(/\s/)[0]}\`: ${body.trim().replace(/^\S+\s+/, '')}`
  })
  return [text.trim(), ...parts].filter((part) => part !== '').join('\n\n')
}

/** @param {string} as @param {Declaration} declaration */
function describeDeclaration(as, declaration) {
  const signature = declaration.text.replace(/;$/, '')
  return [`### ${as}`, describeComment(declaration.doc), `\`\`\`ts\n${signature}\n\`\`\``]
    .filter((part) => part !== '')
    .join('\n\n')
}

/**
 * Types that no file exports and that declarations are made of.
 * @param {Declaration[]} declarations
 * @returns {[string, Declaration][]}
 */
function partsOf(declarations) {
  const all = new Set(declarations)
  for (const declaration of all)
    for (const {declaration: other} of files.referencesOf(declaration))
      if (other && isType(other) && !other.isExported) all.add(other)
  return [...all].filter(({isExported}) => !isExported).map((part) => [part.name, part])
}

const pages = entries.map(({name, table, onlyTypes}) => {
  const sorted = [...table].sort(([a], [b]) => byName(a, b))
  const own = sorted.filter(([, declaration]) => homes.get(declaration)?.entry === name)
  const elsewhere = sorted.filter(([, declaration]) => homes.get(declaration)?.entry !== name)
  /** @param {string} heading @param {[string, Declaration][]} list */
  const chapter = (heading, list) =>
    list.length === 0
      ? []
      : [`## ${heading}`, ...list.map(([as, declaration]) => describeDeclaration(as, declaration))]
  const links = elsewhere.map(([as, declaration]) => {
    const home = homes.get(declaration)
    return `[\`${as}\`](${home?.entry}.md#${anchor(home?.as ?? as)})`
  })
  return {
    file: `docs/api/${name}.md`,
    text: `${[
      `# ${title(name)}`,
      purposes[name] ?? '',
      ...chapter(
        'Functions and values',
        own.filter(([as]) => !onlyTypes.has(as)),
      ),
      ...chapter(
        'Types',
        own.filter(([as]) => onlyTypes.has(as)),
      ),
      ...chapter('Parts of these types', partsOf(own.map(([, declaration]) => declaration))),
      ...(links.length === 0 ? [] : ['## Also exported here', links.join(', ')]),
    ].join('\n\n')}\n`,
  }
})
const index = [
  '# API reference',
  'Made from the types by `npm run approve`. [stability.md](../stability.md) says what may change.',
  entries.map(({name}) => `- [\`${title(name)}\`](${name}.md): ${purposes[name]}`).join('\n'),
].join('\n\n')

process.stdout.write(
  JSON.stringify({surface, pages: [{file: 'docs/api/README.md', text: `${index}\n`}, ...pages]}),
)
