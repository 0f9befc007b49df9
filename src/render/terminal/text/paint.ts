/** What a piece of code is; the names highlighters give are many more. */
export type CodeKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'type' | 'added' | 'removed'

/** Colours and weights by what they mean. Every function leaves the text alone where no colour is wanted. */
export interface Paint {
  readonly strong: (text: string) => string
  readonly italic: (text: string) => string
  readonly underline: (text: string) => string
  readonly dim: (text: string) => string
  readonly person: (text: string) => string
  readonly tool: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warning: (text: string) => string
  readonly struck: (text: string) => string
  /** Names and commands that stand in prose. */
  readonly term: (text: string) => string
  readonly code: (kind: CodeKind, text: string) => string
  /** One of six hues, stable for one agent. */
  readonly agent: (key: string, text: string) => string
  /** Colours that stand in the text itself may stay. */
  readonly keepsColor: boolean
}

type Pen = (text: string) => string

/** After a colour inside the text ends, this one continues. */
function sgr(open: number, close: number): Pen {
  const [before, after] = [`\u001b[${open}m`, `\u001b[${close}m`]
  const ends = new RegExp(`\\u001b\\[(?:[\\d;]*;)?${close}(?:;[\\d;]*)?m`, 'g')
  return (text) => {
    if (text === '') return ''
    const inside = text.includes('\u001b') ? text.replace(ends, (end) => end + before) : text
    return before + inside + after
  }
}

const codePens: Readonly<Record<CodeKind, Pen>> = {
  keyword: sgr(35, 39),
  string: sgr(32, 39),
  number: sgr(33, 39),
  comment: sgr(2, 22),
  name: sgr(34, 39),
  type: sgr(36, 39),
  added: sgr(32, 39),
  removed: sgr(31, 39),
}

const same: Pen = (text) => text

/** Magenta first, then quiet hues that stay apart on dark and light grounds. */
const hues: readonly Pen[] = [35, 33, 34, 36, 32, 31].map((color) => sgr(color, 39))

const colored: Paint = {
  strong: sgr(1, 22),
  italic: sgr(3, 23),
  underline: sgr(4, 24),
  dim: sgr(2, 22),
  person: sgr(34, 39),
  tool: sgr(36, 39),
  good: sgr(32, 39),
  bad: sgr(31, 39),
  warning: sgr(33, 39),
  struck: sgr(9, 29),
  term: sgr(36, 39),
  code: (kind, text) => codePens[kind](text),
  agent: (key, text) => (hues[hueOf(key)] ?? same)(text),
  keepsColor: true,
}

const uncolored: Paint = {
  strong: same,
  italic: same,
  underline: same,
  dim: same,
  person: same,
  tool: same,
  good: same,
  bad: same,
  warning: same,
  struck: same,
  term: same,
  code: (_kind, text) => text,
  agent: (_key, text) => text,
  keepsColor: false,
}

/** The colours of a terminal, or none. */
export const paintFor = (color: boolean): Paint => (color ? colored : uncolored)

function hueOf(key: string): number {
  let hash = 0
  for (let index = 0; index < key.length; index += 1) hash = (hash * 31 + key.charCodeAt(index)) | 0
  return Math.abs(hash) % hues.length
}
