import type {Token} from 'markdown-it'
import {sanitizeLine, sanitizeText} from '../../../page/index.ts'
import {maxProseCharacters, type ProseBlock, parseProse} from '../../../page/text/parse-prose.ts'
import {
  escapeSlack,
  inlineSlackCode,
  slackCodeBlock,
  slackLink,
  styledSlackText,
} from '../text/escape-slack.ts'
import {tableText} from './render-nodes.ts'

/** Markdown as Slack's own markup. Lists, headings and tables, which Slack has no markup for, become text that looks like them. */
export function mrkdwn(source: string): string {
  const safe = sanitizeText(source)
  if (safe.length > maxProseCharacters) return escapeSlack(safe)
  return joined(parseProse(safe))
}

type Drawer = (block: ProseBlock) => string

const drawers: ReadonlyMap<string, Drawer> = new Map<string, Drawer>([
  ['heading_open', ({children}) => styledSlackText('*', joined(children).replaceAll('*', ''))],
  ['bullet_list_open', list],
  ['ordered_list_open', list],
  ['blockquote_open', ({children}) => prefixed(joined(children), '> ', '> ')],
  ['table_open', table],
  ['fence', ({token}) => slackCodeBlock(sanitizeText(token.content))],
  ['code_block', ({token}) => slackCodeBlock(sanitizeText(token.content))],
  ['hr', () => '───'],
  ['inline', ({token}) => words(token.children ?? [])],
])

const draw: Drawer = (block) => drawers.get(block.token.type)?.(block) ?? joined(block.children)

function joined(blocks: readonly ProseBlock[]): string {
  let text = ''
  blocks.forEach((block, index) => {
    const drawn = draw(block)
    if (drawn === '') return
    const isTight = blocks[index - 1]?.token.hidden
    text += text === '' ? drawn : `${isTight ? '\n' : '\n\n'}${drawn}`
  })
  return text
}

function list({token, children}: ProseBlock): string {
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

function table({children}: ProseBlock): string {
  const rows = children.flatMap(({children: part}) =>
    part.map((row) =>
      row.children.map((cell) => cell.children.map(({token}) => plainWords(token.children ?? [])).join(' ')),
    ),
  )
  return slackCodeBlock(tableText(rows))
}

/** The words of a paragraph without their marks. */
const plainWords = (tokens: readonly Token[]): string =>
  sanitizeLine(tokens.map((token) => (token.type === 'softbreak' ? ' ' : token.content)).join(''))

type Mark = '*' | '_' | '~'

const marks: ReadonlyMap<string, Mark> = new Map([
  ['strong_open', '*'],
  ['em_open', '_'],
  ['s_open', '~'],
])

/** Words inside a mark or link that is still open. */
interface OpenWords {
  readonly token: Token | undefined
  /** The mark around them; undefined if the same mark is open already. */
  readonly mark: Mark | undefined
  text: string
  /** The last character of the text: taking it from a long text would copy all of it. */
  last: string
}

/**
 * The words of a paragraph. Marks can nest to any depth, so they are kept in a list and not on the stack. Words are
 * sanitized here once more, because parsing turns character references into characters.
 */
function words(tokens: readonly Token[]): string {
  const top: OpenWords = {token: undefined, mark: undefined, text: '', last: ''}
  const open = [top]
  const used = new Set<Mark>()
  const add = (text: string): void => {
    const to = open.at(-1) ?? top
    to.text += text
    to.last = text === '' ? to.last : text.slice(-1)
  }
  const close = (after: string): void => {
    const {token, mark, text} = open.length > 1 ? (open.pop() ?? top) : top
    if (mark) used.delete(mark)
    if (mark) add(besideWords(open.at(-1)?.last ?? '', styledSlackText(mark, text), after))
    else if (token?.type === 'link_open') add(slackLink(`${token.attrGet('href') ?? ''}`, text))
    else if (token) add(text)
  }
  for (const [index, token] of tokens.entries()) {
    if (token.nesting > 0) {
      const wanted = marks.get(token.type)
      const mark = wanted && !used.has(wanted) ? wanted : undefined
      if (mark) used.add(mark)
      open.push({token, mark, text: '', last: ''})
    } else if (token.nesting < 0) close(tokens[index + 1]?.content ?? '')
    else if (token.type === 'softbreak' || token.type === 'hardbreak') add('\n')
    else if (token.type === 'code_inline') add(inlineSlackCode(sanitizeLine(token.content)))
    else if (token.type === 'image') add(imageText(token))
    else add(escapeSlack(sanitizeText(token.content)))
  }
  while (open.length > 1) close('')
  return top.text
}

/** Slack ignores marks inside a word; an invisible space ends the word. */
const besideWords = (before: string, words: string, after: string): string =>
  `${/\w/.test(before) ? '\u200b' : ''}${words}${/^\w/.test(after) ? '\u200b' : ''}`

const imageText = (token: Token): string => {
  const alt = plainWords(token.children ?? []) || 'image'
  return slackLink(`${token.attrGet('src') ?? ''}`, escapeSlack(`[image: ${alt}]`))
}
