// Reads the declaration files that the compiler wrote. What the package ships, the reference and the tests of its
// surface are made from this.
import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'

/**
 * @typedef {object} Declaration One statement of a declaration file.
 * @property {string} file The file it is in.
 * @property {string} name
 * @property {string} doc Its comment, without the marks around it.
 * @property {string} comment Its comment as it is.
 * @property {string} text Without the comment and without `export` and `declare`.
 * @property {boolean} isExported By its own file.
 * @property {'function' | 'class' | 'const' | 'interface' | 'type'} kind
 *
 * @typedef {{file: string, name: string}} Target Where a name comes from; the file is a package if it is not ours.
 *
 * @typedef {object} DeclarationFile
 * @property {Map<string, Declaration>} declarations
 * @property {Map<string, Target>} imports By the name that the file uses.
 * @property {Map<string, Target>} exports Names that it exports from elsewhere or under another name.
 * @property {Set<string>} exported Declarations that it exports.
 * @property {string[]} wholes Files of which it exports everything.
 * @property {Set<string>} typeOnly Names, and files, that it exports as types alone.
 */

const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[A-Za-z_$][\w$]*|=>|[\s\S]/g

/**
 * Splits a file into its statements: each ends with a `;` or, if it has a body, with the `}` at its left edge.
 * @param {string} source
 * @returns {{doc: string, text: string}[]}
 */
function splitStatements(source) {
  const statements = []
  let [doc, text, depth] = ['', '', 0]
  for (const [part] of source.matchAll(token)) {
    if (text === '' && /^\s$/.test(part)) continue
    if (text === '' && part.startsWith('/*')) {
      doc = part
      continue
    }
    text += part
    if (/^[{([]$/.test(part)) depth += 1
    if (/^[})\]]$/.test(part)) depth -= 1
    if (
      depth > 0 ||
      !(
        part === ';' ||
        (part === '}' && /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|namespace)\b/.test(text))
      )
    )
      continue
    statements.push({doc, text})
    doc = ''
    text = ''
  }
  return statements
}

/** @param {string} comment */
const plainComment = (comment) =>
  comment
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .replace(/^ *\* ?/gm, '')
    .trim()

/** @param {string} list The inside of `{A, type B as C}`; gives pairs of names: there, here. */
const namesIn = (list) =>
  list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter((item) => item !== '')
    .map((item) => {
      const [there = '', here = there] = item.split(/ as /)
      return {there, here}
    })

/** @param {string} from @param {string} specifier */
const fileOf = (from, specifier) =>
  specifier.startsWith('.') ? join(dirname(from), specifier.replace(/\.[jt]s$/, '.d.ts')) : specifier

/** @param {string} file @returns {DeclarationFile} */
function parseFile(file) {
  /** @type {DeclarationFile} */
  const parsed = {
    declarations: new Map(),
    imports: new Map(),
    exports: new Map(),
    exported: new Set(),
    wholes: [],
    typeOnly: new Set(),
  }
  for (const {doc, text} of splitStatements(readFileSync(file, 'utf8'))) {
    const [, word = '', onlyTypes, list = '', specifier] =
      /^(import|export)( type)? (\{[\s\S]*\}|\*(?: as \w+)?)(?: from ['"](.*)['"])?;$/.exec(text) ?? []
    const whole = list.startsWith('*')
    if (whole && word === 'export') {
      parsed.wholes.push(fileOf(file, specifier ?? ''))
      if (onlyTypes) parsed.typeOnly.add(fileOf(file, specifier ?? ''))
    } else if (whole) parsed.imports.set(list.slice(5), {file: fileOf(file, specifier ?? ''), name: '*'})
    else if (word !== '') {
      const target = specifier === undefined ? file : fileOf(file, specifier)
      for (const {there, here} of namesIn(list.slice(1, -1))) {
        ;(word === 'import' ? parsed.imports : parsed.exports).set(here, {file: target, name: there})
        if (onlyTypes) parsed.typeOnly.add(here)
      }
    } else {
      const [head = '', exported, kind = '', name = ''] =
        /^(export )?(?:declare )?(?:abstract )?(function|class|const|let|interface|type|namespace) (\w+)/.exec(
          text,
        ) ?? []
      if (head === '') throw new Error(`${file}: cannot read ${text.slice(0, 60)}`)
      if (exported) parsed.exported.add(name)
      parsed.declarations.set(name, {
        file,
        name,
        kind: /** @type {Declaration['kind']} */ (kind),
        doc: plainComment(doc),
        comment: doc,
        isExported: exported !== undefined,
        text: text.replace(/^(?:export )?(?:declare )?/, ''),
      })
    }
  }
  return parsed
}

/** @param {Declaration} declaration */
export const isType = ({kind}) => kind === 'interface' || kind === 'type'

/** Reads each file once. */
export class Declarations {
  /** @type {Map<string, DeclarationFile>} */
  #files = new Map()

  /** @param {string} file */
  #file(file) {
    const parsed = this.#files.get(file) ?? parseFile(file)
    this.#files.set(file, parsed)
    return parsed
  }

  /**
   * Everything that a file exports: each name with its declaration.
   * @param {string} file
   * @returns {Map<string, Declaration>}
   */
  exportsOf(file) {
    const {declarations, exports, exported, wholes} = this.#file(file)
    /** @type {Map<string, Declaration>} */
    const all = new Map(wholes.flatMap((whole) => [...this.exportsOf(whole)]))
    for (const [name, target] of exports) {
      const found = this.#resolve(target)
      if (found) all.set(name, found)
    }
    for (const name of exported) {
      const found = declarations.get(name)
      if (found) all.set(name, found)
    }
    return all
  }

  /**
   * The names of types that a file exports, and of values that it exports as types alone.
   * @param {string} file
   * @returns {Set<string>}
   */
  typesOf(file) {
    const {wholes, typeOnly, exports} = this.#file(file)
    const all = this.exportsOf(file)
    const inherited = wholes.flatMap((whole) =>
      typeOnly.has(whole) ? [...this.exportsOf(whole).keys()] : [...this.typesOf(whole)],
    )
    return new Set([
      ...typeOnly,
      ...inherited.filter((name) => !exports.has(name)),
      ...[...all].flatMap(([name, declaration]) => (isType(declaration) ? [name] : [])),
    ])
  }

  /** @param {Target} target @returns {Declaration | undefined} What is meant; nothing if a package has it. */
  #resolve({file, name}) {
    if (!file.startsWith('/')) return undefined
    const own = this.#file(file).declarations.get(name)
    if (own) return own
    const imported = this.#file(file).imports.get(name)
    return imported ? this.#resolve(imported) : this.exportsOf(file).get(name)
  }

  /**
   * What a declaration refers to by name: other declarations, and names that packages export.
   * @param {Declaration} declaration
   * @returns {{token: string, declaration: Declaration | undefined, target: Target}[]}
   */
  referencesOf({file, name, text}) {
    const {declarations, imports} = this.#file(file)
    const found = []
    for (const used of new Set([...text.matchAll(token)].map(([part]) => part))) {
      const target =
        imports.get(used) ?? (declarations.has(used) && used !== name ? {file, name: used} : undefined)
      if (target && target.name !== '*') found.push({token: used, target, declaration: this.#resolve(target)})
    }
    const spaces = [...imports].filter(([, {name: all}]) => all === '*')
    const far = [
      ...[...text.matchAll(/import\("([^"]+)"\)\.(\w+)/g)].map(([whole, specifier = '', used = '']) => ({
        token: whole,
        target: {file: fileOf(file, specifier), name: used},
      })),
      ...spaces.flatMap(([space, target]) =>
        [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].map(([whole, used = '']) => ({
          token: whole,
          target: {file: target.file, name: used},
        })),
      ),
    ]
    for (const each of far) found.push({...each, declaration: this.#resolve(each.target)})
    return found
  }
}
