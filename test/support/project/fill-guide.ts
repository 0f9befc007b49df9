import type {Schema} from './json-schemas.ts'
import {referredName} from './json-schemas.ts'

/** What the marked places of a guide are filled with. */
export interface GuideParts {
  readonly definitions: ReadonlyMap<string, Schema>
  /** The value that the words of a command line print as JSON. */
  example(words: string): unknown
}

const place = /(<!-- (fields|example) (.+) -->\n)[\s\S]*?(<!-- end -->)/g

/**
 * Fills the marked places of a guide: `<!-- fields Type -->` gets the table of a type's fields, `<!-- example words -->` real
 * output. The rest of the guide is written by hand.
 */
export function fillGuide(guide: string, {definitions, example}: GuideParts): string {
  const chapters = typeChapters(guide)
  return guide.replace(place, (_all, start: string, kind: string, subject: string, end: string) => {
    if (kind === 'example') return `${start}\`\`\`json\n${formatExample(example(subject))}\n\`\`\`\n${end}`
    const [type = '', less] = subject.split(' without ')
    const inherited = Object.keys(definitions.get(less ?? '')?.properties ?? {})
    return `${start}${fieldTable(type, inherited, definitions, chapters)}\n${end}`
  })
}

/** The types that have a table in a guide, each with a link to its chapter. */
export function typeChapters(guide: string): ReadonlyMap<string, string> {
  const chapters = new Map<string, string>()
  let link = ''
  for (const line of guide.split('\n')) {
    const heading = /^#+ (.+)$/.exec(line)?.[1]?.toLowerCase()
    if (heading !== undefined)
      link = `[${heading}](#${heading.replaceAll(/[^\w -]/g, '').replaceAll(' ', '-')})`
    const type = /^<!-- fields (\w+)/.exec(line)?.[1]
    if (type !== undefined) chapters.set(type, link)
  }
  return chapters
}

function fieldTable(
  type: string,
  inherited: readonly string[],
  definitions: ReadonlyMap<string, Schema>,
  chapters: ReadonlyMap<string, string>,
): string {
  const definition = definitions.get(type)
  if (!definition?.properties) throw new Error(`No schema has a type ${type} with fields.`)
  const required = new Set(definition.required)
  const rows = Object.entries(definition.properties)
    .filter(([name]) => !inherited.includes(name))
    .map(([name, field]) => {
      const words = typeWords(field, definitions, chapters)
      return `| \`${name}\` | ${words}${required.has(name) ? '' : '?'} | ${field.description ?? ''} |`
    })
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** A type in a few words, with a link to its own table if the guide has one. */
function typeWords(
  field: Schema,
  definitions: ReadonlyMap<string, Schema>,
  chapters: ReadonlyMap<string, string>,
): string {
  const words = (part: Schema): string => typeWords(part, definitions, chapters)
  const name = referredName(field)
  if (name !== undefined) {
    return chapters.get(name) ?? ownWords.get(name) ?? words(definitions.get(name) ?? {})
  }
  if (field.anyOf) return [...new Set(field.anyOf.map(words))].join(' or ')
  if (field.const !== undefined) return code(field.const)
  if (field.enum) return field.enum.map(code).join(', ')
  if (field.items) {
    const item = words(field.items)
    return item.includes(' or ') || item.includes(', ') ? `(${item})[]` : `${item}[]`
  }
  if (field.format === 'date-time') return [field.type].flat().includes('null') ? 'time or `null`' : 'time'
  if (typeof field.additionalProperties === 'object') return `${words(field.additionalProperties)}s by name`
  return [field.type ?? 'any JSON']
    .flat()
    .map((type) => (type === 'null' ? '`null`' : type))
    .join(' or ')
}

/** Types that are described elsewhere. */
const ownWords: ReadonlyMap<string, string> = new Map([
  ['Block', '[block](model.md#blocks)'],
  ['JsonValue', 'any JSON'],
  ['Node', '[node](#node)'],
  ['Outcome', '[outcome](#outcome)'],
  ['EntryKind', '[kind](#kinds-of-entries)'],
])

const code = (value: unknown): string => `\`${String(value)}\``

const maxLineLength = 110

/** JSON on as few lines as are easy to read. */
function formatExample(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isArray = Array.isArray(value)
  const parts = Object.entries(value).map(
    ([name, part]) => `${isArray ? '' : `${JSON.stringify(name)}: `}${formatExample(part, inner)}`,
  )
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length + indent.length <= maxLineLength && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}
