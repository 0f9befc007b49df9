import markdownIt, {type Token} from 'markdown-it'
import {codeBlock, escapeText, inlineCode, link, styled} from './escape.ts'
import {sanitize, sanitizeLine} from './sanitize.ts'
import {tableText} from './table-text.ts'

const parser = markdownIt({html: false, linkify: false})

/** Longer texts are no longer prose, and some parsers can be made slow by them. */
const mostCharacters = 200_000

interface Block {
  readonly token: Token
  readonly children: readonly Block[]
}

/** Markdown as Slack's own markup. What Slack has no markup for keeps its look: lists, headings, tables. */
export function mrkdwn(source: string): string {
  const safe = sanitize(source)
  if (safe.length > mostCharacters) return escapeText(safe)
  return joined(blocksOf(parser.parse(safe, {})))
}

function blocksOf(tokens: readonly Token[]): readonly Block[] {
  const top: Block[] = []
  const open: Block[][] = [top]
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const children: Block[] = []
    open.at(-1)?.push({token, children})
    if (token.nesting > 0) open.push(children)
  }
  return top
}

type Drawer = (block: Block) => string

const drawers: ReadonlyMap<string, Drawer> = new Map<string, Drawer>([
  ['heading_open', ({children}) => styled('*', joined(children).replaceAll('*', ''))],
  ['bullet_list_open', list],
  ['ordered_list_open', list],
  ['blockquote_open', ({children}) => prefixed(joined(children), '> ', '> ')],
  ['table_open', table],
  ['fence', ({token}) => codeBlock(sanitize(token.content))],
  ['code_block', ({token}) => codeBlock(sanitize(token.content))],
  ['hr', () => '───'],
  ['inline', ({token}) => words(token.children ?? [])],
])

const draw: Drawer = (block) => drawers.get(block.token.type)?.(block) ?? joined(block.children)

function joined(blocks: readonly Block[]): string {
  let text = ''
  blocks.forEach((block, index) => {
    const drawn = draw(block)
    if (drawn === '') return
    const isTight = blocks[index - 1]?.token.hidden
    text += text === '' ? drawn : `${isTight ? '\n' : '\n\n'}${drawn}`
  })
  return text
}

function list({token, children}: Block): string {
  const first = Number(token.attrGet('start') ?? 1)
  return children
    .map((item, index) => {
      const mark = token.type === 'ordered_list_open' ? `${first + index}. ` : '• '
      return prefixed(joined(item.children), mark, '    ')
    })
    .join('\n')
}

const prefixed = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, index) => (line === '' && rest.trim() === '' ? line : (index === 0 ? first : rest) + line))
    .join('\n')

function table({children}: Block): string {
  const rows = children.flatMap(({children: part}) =>
    part.map((row) =>
      row.children.map((cell) => cell.children.map(({token}) => plainWords(token.children ?? [])).join(' ')),
    ),
  )
  return codeBlock(tableText(rows))
}

/** The words of a paragraph without their marks. */
const plainWords = (tokens: readonly Token[]): string =>
  sanitizeLine(tokens.map((token) => (token.type === 'softbreak' ? ' ' : token.content)).join(''))

const marks: ReadonlyMap<string, '*' | '_' | '~'> = new Map([
  ['strong_open', '*'],
  ['em_open', '_'],
  ['s_open', '~'],
])

/** A character reference becomes a character only when Markdown is read, so words are sanitized here once more. */
function words(tokens: readonly Token[]): string {
  let text = ''
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) break
    if (token.nesting > 0) {
      const end = closeOf(tokens, index)
      const inner = words(tokens.slice(index + 1, end))
      const mark = marks.get(token.type)
      const told =
        token.type === 'link_open'
          ? link(`${token.attrGet('href') ?? ''}`, inner)
          : mark
            ? styled(mark, inner)
            : inner
      text += mark ? besideWords(text, told, tokens[end + 1]?.content ?? '') : told
      index = end
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n'
    else if (token.type === 'code_inline') text += inlineCode(sanitizeLine(token.content))
    else if (token.type === 'image') text += imageText(token)
    else text += escapeText(sanitize(token.content))
  }
  return text
}

/** Slack takes no mark inside of a word; a space that is not seen ends the word. */
function besideWords(before: string, told: string, after: string): string {
  // Of a long text, only the end is looked at.
  return `${/\w/.test(before.slice(-1)) ? '\u200b' : ''}${told}${/^\w/.test(after) ? '\u200b' : ''}`
}

const imageText = (token: Token): string => {
  const alt = plainWords(token.children ?? []) || 'image'
  return link(`${token.attrGet('src') ?? ''}`, escapeText(`[image: ${alt}]`))
}

function closeOf(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let index = open; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0
    if (depth === 0) return index
  }
  return tokens.length
}
