import markdownIt, {type MarkdownIt, type StateCore, type Token} from 'markdown-it'

/** Longer texts are shown as they are: they are not prose, and some would make the parser slow. */
export const maxProseCharacters = 200_000

/** A token with what is between it and its closing one. */
export interface ProseBlock {
  readonly token: Token
  readonly children: readonly ProseBlock[]
}

/** Markdown as a tree of its tokens: without HTML, and without automatic links. */
export function parseProse(text: string): readonly ProseBlock[] {
  const top: ProseBlock[] = []
  const open: ProseBlock[][] = [top]
  for (const token of parser.parse(text, {})) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const children: ProseBlock[] = []
    open.at(-1)?.push({token, children})
    if (token.nesting > 0) open.push(children)
  }
  return top
}

/**
 * A plugin for Markdown that loses no text: CommonMark takes `[^1]: https://…` and any other definition of a link out of a
 * text. Here the definition of a footnote is text, and so is a definition that no link uses.
 */
export function keepDefinitions(parser: MarkdownIt): void {
  const {ruler} = parser.block
  const rules = ruler.getRules('')
  ruler.disable('reference')
  const others = new Set(ruler.getRules(''))
  const define = rules.find((rule) => !others.has(rule))
  if (define)
    ruler.at('reference', (state, from, to, silent) => {
      const start = (state.bMarks[from] ?? 0) + (state.tShift[from] ?? 0)
      if (state.src.startsWith('[^', start) || !define(state, from, to, silent)) return false
      if (silent) return true
      const token = state.push('definition', '', 0)
      token.content = state.getLines(from, state.line, state.blkIndent, false).trim()
      const [, set, bare = ''] = /\]:\s*(?:<([^>\n]*)>|(\S+))/.exec(token.content) ?? []
      token.info = state.md.normalizeLink(set ?? bare)
      return true
    })
  ruler.enable('reference')
  parser.core.ruler.push('definitions', (state) => {
    if (!state.tokens.some(({type}) => type === 'definition')) return
    const linked = linksIn(state.tokens)
    state.tokens = state.tokens.flatMap((token) =>
      token.type !== 'definition' ? token : linked.has(token.info) ? [] : paragraphOf(token, state),
    )
  })
}

/** The targets of links and images. */
const linksIn = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(({children}) =>
      (children ?? []).map((token) => String(token.attrGet('href') ?? token.attrGet('src') ?? '')),
    ),
  )

function paragraphOf({content, level, map}: Token, {Token: NewToken}: StateCore): readonly Token[] {
  const opening = Object.assign(new NewToken('paragraph_open', 'p', 1), {block: true, level, map})
  const closing = Object.assign(new NewToken('paragraph_close', 'p', -1), {block: true, level})
  const children = content.split('\n').flatMap((line, index) => {
    const text = Object.assign(new NewToken('text', '', 0), {content: line.trim()})
    return index === 0 ? [text] : [new NewToken('softbreak', 'br', 0), text]
  })
  const inline = Object.assign(new NewToken('inline', '', 0), {
    block: true,
    level: level + 1,
    content,
    children,
    map,
  })
  return [opening, inline, closing]
}

const parser = markdownIt({html: false, linkify: false}).use(keepDefinitions)
