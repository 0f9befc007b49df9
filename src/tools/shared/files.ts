import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatCount, formatNoun} from '../../page/index.ts'

/** The file a call is about, by whichever name its client gave the argument. */
export const pathOf = (input: JsonObject): string | undefined =>
  text(input, 'file_path') ?? text(input, 'notebook_path') ?? text(input, 'path') ?? text(input, 'filePath')

/** How many were found: `12 files`, `100 of 250 files` or `100+ files` where some were left out, `no files`. */
export function formatFound(count: number, one: string, many: string, total?: number, more = false): string {
  if (count === 0 && !total) return `no ${many}`
  if (total !== undefined && total > count) return `${formatCount(count)} of ${formatNoun(total, one, many)}`
  return more ? `${formatCount(count)}+ ${many}` : formatNoun(count, one, many)
}

/** Names of files that tell the language without an extension. */
const byName: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['containerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['gnumakefile', 'makefile'],
  ['cmakelists.txt', 'cmake'],
  ['gemfile', 'ruby'],
  ['rakefile', 'ruby'],
  ['.bashrc', 'bash'],
  ['.zshrc', 'bash'],
  ['.profile', 'bash'],
  ['.env', 'ini'],
  ['.editorconfig', 'ini'],
  ['.gitconfig', 'ini'],
])

/** A highlight.js language, then the extensions it stands for. */
const extensions: readonly (readonly [language: string, extensions: string])[] = [
  ['typescript', 'ts tsx mts cts'],
  ['javascript', 'js jsx mjs cjs'],
  ['json', 'json jsonc json5 jsonl ndjson ipynb webmanifest'],
  ['python', 'py pyi pyw'],
  ['markdown', 'md mdx markdown'],
  ['xml', 'html htm xhtml xml svg vue svelte astro plist'],
  ['css', 'css'],
  ['scss', 'scss sass'],
  ['less', 'less'],
  ['bash', 'sh bash zsh fish'],
  ['powershell', 'ps1 psm1'],
  ['dos', 'bat cmd'],
  ['yaml', 'yml yaml'],
  ['ini', 'toml ini cfg conf env properties'],
  ['rust', 'rs'],
  ['go', 'go'],
  ['java', 'java'],
  ['kotlin', 'kt kts'],
  ['swift', 'swift'],
  ['c', 'c h'],
  ['cpp', 'cc cpp cxx hpp hh hxx'],
  ['csharp', 'cs'],
  ['fsharp', 'fs fsx'],
  ['objectivec', 'm mm'],
  ['ruby', 'rb rake gemspec'],
  ['erb', 'erb'],
  ['php', 'php'],
  ['perl', 'pl pm'],
  ['lua', 'lua'],
  ['r', 'r'],
  ['julia', 'jl'],
  ['scala', 'scala sbt'],
  ['groovy', 'groovy gradle'],
  ['clojure', 'clj cljs cljc edn'],
  ['elixir', 'ex exs'],
  ['erlang', 'erl hrl'],
  ['haskell', 'hs'],
  ['ocaml', 'ml mli'],
  ['elm', 'elm'],
  ['dart', 'dart'],
  ['nim', 'nim'],
  ['nix', 'nix'],
  ['sql', 'sql'],
  ['graphql', 'graphql gql'],
  ['protobuf', 'proto'],
  ['cmake', 'cmake'],
  ['makefile', 'mk'],
  ['dockerfile', 'dockerfile'],
  ['diff', 'diff patch'],
  ['latex', 'tex sty'],
  ['vim', 'vim'],
  ['lisp', 'lisp el'],
  ['glsl', 'glsl vert frag'],
  ['handlebars', 'hbs'],
  ['twig', 'twig'],
]

const byExtension: ReadonlyMap<string, string> = new Map(
  extensions.flatMap(([language, list]) => list.split(' ').map((extension) => [extension, language])),
)

/** The highlight.js name of the language a file is written in, by its name alone. */
export function languageOf(path: string | undefined): string | undefined {
  const name = path?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase() ?? ''
  const dot = name.lastIndexOf('.')
  return byName.get(name) ?? (dot < 0 ? undefined : byExtension.get(name.slice(dot + 1)))
}
