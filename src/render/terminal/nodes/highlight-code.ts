import type {CodeKind, Paint} from '../text/paint.ts'
import {highlighter} from './highlighter.ts'

/** Highlighters are slow on code that no one reads in a terminal anyway. */
const maxCharacters = 100_000

/** Names of highlight.js by the colour they get; those not named here have none. */
const kinds: ReadonlyMap<string, CodeKind> = new Map(
  Object.entries({
    keyword: 'keyword',
    built_in: 'type',
    type: 'type',
    class_: 'type',
    literal: 'number',
    number: 'number',
    symbol: 'number',
    string: 'string',
    regexp: 'string',
    char: 'string',
    comment: 'comment',
    quote: 'comment',
    doctag: 'comment',
    meta: 'comment',
    title: 'name',
    function_: 'name',
    name: 'keyword',
    'selector-tag': 'keyword',
    'selector-class': 'type',
    'selector-id': 'type',
    attr: 'name',
    attribute: 'name',
    property: 'name',
    section: 'keyword',
    bullet: 'keyword',
    addition: 'added',
    deletion: 'removed',
  } as const),
)

/** Sanitized code as lines with colours; unchanged if the language is unknown or no colour is wanted. */
export function highlightCode(code: string, language: string | undefined, paint: Paint): readonly string[] {
  const lines = code.split('\n')
  if (!paint.keepsColor || language === undefined || code.length > maxCharacters) return lines
  const name = language.toLowerCase()
  const core = highlighter()
  if (!core.getLanguage(name)) return lines
  return painted(core.highlight(code, {language: name, ignoreIllegals: true}).value, paint)
}

/** The markup contains nothing but spans and five entities. Each piece is coloured by itself, so no line leaks. */
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
