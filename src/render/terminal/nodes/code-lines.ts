import type {TerminalNodeContext} from '../terminal-options.ts'
import {fillLeft} from '../text/measure.ts'
import type {CodeKind, Paint} from '../text/paint.ts'
import {sanitizeTerminalText, splitTextLines} from '../text/sanitize.ts'
import {wrapLine} from '../text/wrap.ts'

/** Highlighted lines of code, with numbers if the first one is known. */
export function codeLines(
  code: string,
  language: string | undefined,
  firstLine: number | undefined,
  context: TerminalNodeContext,
): readonly string[] {
  const {options, width} = context
  const source = splitTextLines(sanitizeTerminalText(code)).join('\n')
  if (source === '') return []
  const lines = highlightCode(source, language, options.paint)
  if (firstLine === undefined) return lines.flatMap((line) => wrapLine(line, width))
  return numberedLines(
    lines.map((line, index) => ({number: firstLine + index, line})),
    context,
  )
}

/** Lines behind a gutter with their numbers. A terminal too narrow for both has the lines alone. */
export function numberedLines(
  lines: readonly {readonly number: number | undefined; readonly line: string}[],
  {options, glyphs, width}: TerminalNodeContext,
): readonly string[] {
  const digits = lines.reduce((most, {number}) => Math.max(most, `${number ?? ''}`.length), 0)
  const room = width - digits - 3
  if (digits === 0 || room < digits + 8) return lines.flatMap(({line}) => wrapLine(line, width))
  const gutter = (number: string): string =>
    options.paint.dim(`${fillLeft(number, digits)} ${glyphs.gutter} `)
  const blank = gutter('')
  const out: string[] = []
  for (const {number, line} of lines) {
    const parts = wrapLine(line, room)
    const first = gutter(`${number ?? ''}`)
    for (let index = 0; index < parts.length; index += 1)
      out.push((index === 0 ? first : blank) + parts[index])
  }
  return out
}

/** Highlighters are slow on code that no one reads in a terminal anyway. */
const maxCharacters = 100_000

/** Each colour with the names of highlight.js that get it; those not named here have none. */
const colors: readonly (readonly [kind: CodeKind, names: string])[] = [
  ['keyword', 'keyword name selector-tag section bullet'],
  ['type', 'built_in type class_ selector-class selector-id'],
  ['number', 'literal number symbol'],
  ['string', 'string regexp char'],
  ['comment', 'comment quote doctag meta'],
  ['name', 'title function_ attr attribute property'],
  ['added', 'addition'],
  ['removed', 'deletion'],
]

const kinds: ReadonlyMap<string, CodeKind> = new Map(
  colors.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
)

/** Sanitized code as lines with colours; unchanged if the language is unknown or no colour is wanted. */
function highlightCode(code: string, language: string | undefined, paint: Paint): readonly string[] {
  const lines = code.split('\n')
  if (!paint.keepsColor || language === undefined || code.length > maxCharacters) return lines
  const name = language.toLowerCase()
  const core = highlighter()
  if (!core.getLanguage(name)) return lines
  return painted(core.highlight(code, {language: name, ignoreIllegals: true}).value, paint)
}

/** The markup contains nothing but spans and five entities. Each part is coloured separately, so colours do not leak into other lines. */
function painted(markup: string, paint: Paint): readonly string[] {
  const lines: string[] = []
  const scopes: (CodeKind | undefined)[] = []
  let line = ''
  for (const piece of markup.split(/(<span class="[^"]*">|<\/span>)/)) {
    if (piece === '</span>') scopes.pop()
    else if (piece.startsWith('<span')) scopes.push(kindOf(piece) ?? scopes.at(-1))
    else {
      const kind = scopes.at(-1)
      piece.split('\n').forEach((part, index) => {
        if (index > 0) {
          lines.push(line)
          line = ''
        }
        const text = unescaped(part)
        line += kind === undefined || text === '' ? text : paint.code(kind, text)
      })
    }
  }
  lines.push(line)
  return lines
}

/** `<span class="hljs-title function_">`: the last name that is known says most. */
function kindOf(span: string): CodeKind | undefined {
  const names = span.slice(13, -2).split(' ')
  return names.map((name) => kinds.get(name.replace('hljs-', ''))).findLast((kind) => kind !== undefined)
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
  ['&amp;', '&'],
])

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities.get(entity) ?? entity)
    : text

import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import graphql from 'highlight.js/lib/languages/graphql'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import less from 'highlight.js/lib/languages/less'
import lua from 'highlight.js/lib/languages/lua'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import perl from 'highlight.js/lib/languages/perl'
import php from 'highlight.js/lib/languages/php'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import r from 'highlight.js/lib/languages/r'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import scala from 'highlight.js/lib/languages/scala'
import scss from 'highlight.js/lib/languages/scss'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  less,
  lua,
  makefile,
  markdown,
  perl,
  php,
  powershell,
  python,
  r,
  ruby,
  rust,
  scala,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}

let registered = false

/** The highlighter with the languages that most sessions are about. They are prepared when code is first shown. */
function highlighter(): typeof core {
  if (!registered)
    for (const [name, language] of Object.entries(languages)) core.registerLanguage(name, language)
  registered = true
  return core
}
