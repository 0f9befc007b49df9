/** The kind of a token of code; highlighters have many more. */
export type CodeKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'type' | 'added' | 'removed'

/** Draws a text in a colour or weight. */
export type Pen = (text: string) => string

/** A pen for each meaning, made from the codes that begin and end it. */
const pensOf = (pen: (open: number, close: number) => Pen) => ({
  strong: pen(1, 22),
  italic: pen(3, 23),
  underline: pen(4, 24),
  dim: pen(2, 22),
  person: pen(34, 39),
  tool: pen(36, 39),
  good: pen(32, 39),
  bad: pen(31, 39),
  warning: pen(33, 39),
  struck: pen(9, 29),
  /** Names and commands in prose. */
  term: pen(36, 39),
})

/** Colours and weights by their meaning. Without colour, every function returns the text unchanged. */
export interface Paint extends Readonly<ReturnType<typeof pensOf>> {
  readonly code: (kind: CodeKind, text: string) => string
  /** One of six hues, stable for one agent. */
  readonly agent: (key: string, text: string) => string
  /** Colours in the text itself are kept. */
  readonly keepsColor: boolean
}

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
  ...pensOf(sgr),
  code: (kind, text) => codePens[kind](text),
  agent: (key, text) => (hues[hueOf(key)] ?? same)(text),
  keepsColor: true,
}

const uncolored: Paint = {
  ...pensOf(() => same),
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
