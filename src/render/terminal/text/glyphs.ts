import type {NodeMap, TodoItem, ToolRunState} from '../../../page/index.ts'
import {noteMarks, stateMarks, todoMarks} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'

type FramePart = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight' | 'across' | 'down'

/** Every mark that recount draws. Text of transcripts is not changed. */
export interface Glyphs {
  readonly states: Readonly<Record<ToolRunState, string>>
  readonly todo: Readonly<Record<TodoItem['status'], string>>
  readonly notes: Readonly<Record<NodeMap['note']['level'], string>>
  /** What is chosen, and what could have been. */
  readonly chosen: string
  readonly open: string
  readonly image: string
  /** Before an item of a list; different from the assistant's mark, which is before lists. */
  readonly bullet: string
  /** Left of a quotation. */
  readonly quote: string
  /** Left of code in prose. */
  readonly code: string
  /** Between the number of a line and the line. */
  readonly gutter: string
  /** Left of a lane that is not the main one. */
  readonly lane: string
  /** A thin horizontal line, and its crossing with a column. */
  readonly rule: string
  readonly cross: string
  readonly column: string
  /** Marks lines that are not shown. */
  readonly gap: string
  readonly ellipsis: string
  readonly arrow: string
  /** Between facts on one line. */
  readonly dot: string
  readonly times: string
  readonly minus: string
  /** The lines a frame is drawn with. */
  readonly frame: Readonly<Record<FramePart, string>>
}

const unicode: Glyphs = {
  states: {...stateMarks.text, orphaned: '⧖'},
  todo: todoMarks.text,
  notes: noteMarks.text,
  chosen: '●',
  open: '○',
  image: '▣',
  bullet: '◦',
  quote: '│',
  code: '▏',
  gutter: '│',
  lane: '┃',
  rule: '─',
  cross: '┼',
  column: '│',
  gap: '⋯',
  ellipsis: '…',
  arrow: '→',
  dot: '·',
  times: '×',
  minus: '−',
  frame: {topLeft: '╔', topRight: '╗', bottomLeft: '╚', bottomRight: '╝', across: '═', down: '║'},
}

/** Two of these are emoji, so they are optional. */
const pictorial: Glyphs = {
  ...unicode,
  states: stateMarks.text,
  image: '📷',
}

const boxed: Glyphs = {
  ...pictorial,
  states: stateMarks.emoji,
  todo: todoMarks.emoji,
  notes: noteMarks.emoji,
}

const ascii: Glyphs = {
  states: stateMarks.ascii,
  todo: todoMarks.ascii,
  notes: noteMarks.ascii,
  chosen: '(x)',
  open: '( )',
  image: '[image]',
  bullet: '*',
  quote: '>',
  code: '|',
  gutter: '|',
  lane: '|',
  rule: '-',
  cross: '+',
  column: '|',
  gap: '...',
  ellipsis: '...',
  arrow: '->',
  dot: '-',
  times: 'x',
  minus: '-',
  frame: {topLeft: '+', topRight: '+', bottomLeft: '+', bottomRight: '+', across: '-', down: '|'},
}

/** The marks of a look. Only boxes have emoji for states, as their readers know them; `plain` has ASCII alone. */
export function glyphsFor(options: Pick<TerminalOptions, 'style' | 'emoji'>): Glyphs {
  if (options.style === 'plain') return ascii
  if (!options.emoji) return unicode
  return options.style === 'box' ? boxed : pictorial
}
