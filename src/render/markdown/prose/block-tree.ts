import type {Token} from 'markdown-it'

/** A token with what stands between it and its closing one. */
export interface ProseBlock {
  readonly token: Token
  readonly children: readonly ProseBlock[]
}

/** The tree of a flat list of tokens. */
export function blockTree(tokens: readonly Token[]): readonly ProseBlock[] {
  const top: ProseBlock[] = []
  const open: ProseBlock[][] = [top]
  for (const token of tokens) {
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
