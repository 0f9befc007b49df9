/** What the real Slack would not take of a message, in its words. It knows the limits by itself. */
export function checkBlocks(blocks: unknown): readonly string[] {
  if (!Array.isArray(blocks)) return ['blocks: must be an array']
  const problems: string[] = []
  if (blocks.length > 50) problems.push(`no more than 50 items allowed [json-pointer:/blocks]`)
  const ids = new Set<string>()
  blocks.forEach((block: unknown, index) => {
    const say = (what: string): void => void problems.push(`${what} [json-pointer:/blocks/${index}]`)
    const fields = objectOf(block)
    const type = fields.get('type')
    const known = typeof type === 'string' ? shapes.get(type) : undefined
    if (!known) {
      say(`unsupported type: ${String(type)}`)
      return
    }
    for (const name of fields.keys())
      if (name !== 'type' && name !== 'block_id' && !known.names.includes(name))
        say(`invalid additional property: ${name}`)
    const id = fields.get('block_id')
    if (id !== undefined && (typeof id !== 'string' || id.length > 255 || id === ''))
      say('block_id: 1 to 255 characters')
    if (typeof id === 'string' && ids.has(id)) say('block_id already exists')
    if (typeof id === 'string') ids.add(id)
    known.check(fields, say)
  })
  return problems
}

type Fields = ReadonlyMap<string, unknown>
type Say = (what: string) => void

interface Shape {
  readonly names: readonly string[]
  check(fields: Fields, say: Say): void
}

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    'section',
    {
      names: ['text', 'fields', 'accessory', 'expand'],
      check(fields, say) {
        const text = fields.get('text')
        const parts = fields.get('fields')
        if (text === undefined && parts === undefined) say('must have text or fields')
        if (text !== undefined) checkText(text, 3000, ['mrkdwn', 'plain_text'], say)
        if (parts === undefined) return
        if (!Array.isArray(parts) || parts.length < 1 || parts.length > 10) {
          say('1 to 10 fields')
          return
        }
        for (const part of parts) checkText(part, 2000, ['mrkdwn', 'plain_text'], say)
      },
    },
  ],
  [
    'header',
    {names: ['text'], check: (fields, say) => checkText(fields.get('text'), 150, ['plain_text'], say)},
  ],
  [
    'context',
    {
      names: ['elements'],
      check(fields, say) {
        const elements = fields.get('elements')
        if (!Array.isArray(elements) || elements.length < 1 || elements.length > 10)
          return say('1 to 10 elements')
        for (const element of elements) checkText(element, 3000, ['mrkdwn', 'plain_text'], say)
      },
    },
  ],
  ['divider', {names: [], check: () => {}}],
])

function checkText(value: unknown, most: number, types: readonly string[], say: Say): void {
  const fields = objectOf(value)
  const text = fields.get('text')
  if (!types.includes(String(fields.get('type')))) say(`text of type ${String(fields.get('type'))}`)
  for (const name of fields.keys())
    if (!['type', 'text', 'emoji', 'verbatim'].includes(name)) say(`invalid additional property: ${name}`)
  if (typeof text !== 'string' || text.trim() === '') {
    say('must be more than 0 characters')
    return
  }
  if (text.length > most) say(`must be less than ${most + 1} characters`)
  if (fields.get('type') === 'mrkdwn') for (const problem of checkMarkup(text)) say(problem)
}

/** What is markup in a text and is none that anybody meant: Slack would take it without a word. */
export function checkMarkup(text: string): readonly string[] {
  const problems: string[] = []
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text))
    problems.push('half a character')
  if (/&(?!amp;|lt;|gt;)/.test(text)) problems.push(`a bare ampersand: ${around(text, /&(?!amp;|lt;|gt;)/)}`)
  const rest = text
    .replace(/<(?:https?:\/\/|mailto:)[^<>|\s]+(?:\|[^<>|]+)?>/g, '')
    .replace(/^>/gm, '')
    .replace(/<@U\w+>/g, '')
  if (/</.test(rest)) problems.push(`a bare <: ${around(rest, /</)}`)
  if (/>(?! )/.test(rest.replace(/^(\s|•|\d+\.|>)*>/gm, ''))) problems.push(`a bare >: ${around(rest, />/)}`)
  if (/(^|[^`\w])@(?:here|channel|everyone)\b/.test(rest.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')))
    problems.push(`calls everybody: ${around(rest, /@(?:here|channel|everyone)/)}`)
  return problems
}

const around = (text: string, what: RegExp): string => {
  const at = text.search(what)
  return JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))
}

const objectOf = (value: unknown): Fields =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])

/** All characters of all texts, which have an undocumented limit too. */
export function countBlockCharacters(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countBlockCharacters(item), 0)
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'text' && typeof inner === 'string') sum += inner.length
    else sum += countBlockCharacters(inner)
  }
  return sum
}
