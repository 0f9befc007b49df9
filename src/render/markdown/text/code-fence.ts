import {sanitizeLine} from '../../../page/index.ts'

/** Names of languages that readers do not show but run or draw. */
const active: ReadonlySet<string> = new Set([
  'dataview',
  'dataviewjs',
  'js-engine',
  'meta-bind-js-view',
  'button',
  'query',
  'tasks',
])

/** Languages that GitHub renders as images: kept in messages, but not in files. */
const drawn: ReadonlySet<string> = new Set(['mermaid', 'math', 'geojson', 'topojson', 'stl'])

/** With more of them in a row in the text, tildes may make shorter fences. */
const maxTicks = 8

/** Safe text between fences that it cannot close; empty without text. */
export function codeFence(text: string, language: string | undefined, pictures = false): readonly string[] {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  if (body.trim() === '') return []
  const ticks = longestRun(body, '`')
  const tildes = ticks <= maxTicks ? Number.POSITIVE_INFINITY : longestRun(body, '~')
  const bar = (ticks <= tildes ? '`' : '~').repeat(Math.max(3, Math.min(ticks, tildes) + 1))
  return [`${bar}${languageName(language, pictures)}\n${body}\n${bar}`]
}

function languageName(language: string | undefined, pictures: boolean): string {
  const name = /^[\w+#.-]{1,30}/.exec(language ?? '')?.[0] ?? ''
  const lower = name.toLowerCase()
  return active.has(lower) || lower.startsWith('run-') || (drawn.has(lower) && !pictures) ? 'text' : name
}

/** The longest run of a character. */
function longestRun(text: string, character: string): number {
  let longest = 0
  for (let at = text.indexOf(character); at !== -1; ) {
    let end = at + 1
    while (text[end] === character) end += 1
    longest = Math.max(longest, end - at)
    at = text.indexOf(character, end)
  }
  return longest
}

/** Text as code within a line. In a cell its bars are escaped, as cells demand. */
export function inlineMarkdownCode(text: string, cell = false): string {
  const line = sanitizeLine(text)
  if (line === '') return ''
  const ticks = line.includes('`') ? '`'.repeat(longestRun(line, '`') + 1) : '`'
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  const code = `${ticks}${space}${line}${space}${ticks}`
  return cell ? code.replaceAll('|', '\\|') : code
}
