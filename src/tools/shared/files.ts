import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatCount, formatNoun} from '../../page/index.ts'
import type {KnownField} from './known-fields.ts'

const pathNames = ['file_path', 'notebook_path', 'path', 'filePath']

/** The file that a call is about. Clients have had several names for this argument. */
export const filePathOf = (input: JsonObject): string | undefined =>
  pathNames.flatMap((name) => text(input, name) ?? [])[0]

/** The same as a field of a description. */
export const fileField: KnownField = [pathNames, 'file', 'File']

/** How many were found: `12 files`; `100 of 250 files` or `100+ files` if some were left out; `no files`. */
export function formatFound(count: number, one: string, total?: number, more = false): string {
  const many = plurals.get(one) ?? `${one}s`
  if (count === 0 && !total) return `no ${many}`
  if (total !== undefined && total > count) return `${formatCount(count)} of ${formatNoun(total, one, many)}`
  return more ? `${formatCount(count)}+ ${many}` : formatNoun(count, one, many)
}

const plurals: ReadonlyMap<string, string> = new Map([
  ['match', 'matches'],
  ['entry', 'entries'],
])

/** A highlight.js language, then the names of files that are in it without an extension. */
const fileNames: readonly (readonly [language: string, names: string])[] = [
  ['dockerfile', 'dockerfile containerfile'],
  ['makefile', 'makefile gnumakefile'],
  ['cmake', 'cmakelists.txt'],
  ['ruby', 'gemfile rakefile'],
  ['bash', '.bashrc .zshrc .profile'],
  ['ini', '.env .editorconfig .gitconfig'],
]

/** Languages with one extension, which is their name. */
const sameNames = 'css less go java swift erb php lua r elm dart nim nix sql cmake dockerfile vim twig'

/** A highlight.js language, then its extensions. */
const extensions: readonly (readonly [language: string, extensions: string])[] = [
  ['typescript', 'ts tsx mts cts'],
  ['javascript', 'js jsx mjs cjs'],
  ['json', 'json jsonc json5 jsonl ndjson ipynb webmanifest'],
  ['python', 'py pyi pyw'],
  ['markdown', 'md mdx markdown'],
  ['xml', 'html htm xhtml xml svg vue svelte astro plist'],
  ['scss', 'scss sass'],
  ['bash', 'sh bash zsh fish'],
  ['powershell', 'ps1 psm1'],
  ['dos', 'bat cmd'],
  ['yaml', 'yml yaml'],
  ['ini', 'toml ini cfg conf env properties'],
  ['rust', 'rs'],
  ['kotlin', 'kt kts'],
  ['c', 'c h'],
  ['cpp', 'cc cpp cxx hpp hh hxx'],
  ['csharp', 'cs'],
  ['fsharp', 'fs fsx'],
  ['objectivec', 'm mm'],
  ['ruby', 'rb rake gemspec'],
  ['perl', 'pl pm'],
  ['julia', 'jl'],
  ['scala', 'scala sbt'],
  ['groovy', 'groovy gradle'],
  ['clojure', 'clj cljs cljc edn'],
  ['elixir', 'ex exs'],
  ['erlang', 'erl hrl'],
  ['haskell', 'hs'],
  ['ocaml', 'ml mli'],
  ['graphql', 'graphql gql'],
  ['protobuf', 'proto'],
  ['makefile', 'mk'],
  ['diff', 'diff patch'],
  ['latex', 'tex sty'],
  ['lisp', 'lisp el'],
  ['glsl', 'glsl vert frag'],
  ['handlebars', 'hbs'],
]

const languagesBy = (table: typeof extensions): ReadonlyMap<string, string> =>
  new Map(table.flatMap(([language, list]) => list.split(' ').map((name) => [name, language])))

const byName = languagesBy(fileNames)

const byExtension = languagesBy([...extensions, ...sameNames.split(' ').map((name) => [name, name] as const)])

/** The highlight.js name of the language a file is written in, by its name alone. */
export function languageOf(path: string | undefined): string | undefined {
  const name = path?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase() ?? ''
  const dot = name.lastIndexOf('.')
  return byName.get(name) ?? (dot < 0 ? undefined : byExtension.get(name.slice(dot + 1)))
}
