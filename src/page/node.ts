import type {JsonValue, MediaSource} from '../model/index.ts'

/** One changed, added or kept line of a diff, with its numbers on both sides. */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-'
  readonly text: string
  readonly oldLine: number | undefined
  readonly newLine: number | undefined
}

/** Lines that changed together, with the lines around them. */
export interface Hunk {
  readonly lines: readonly DiffLine[]
}

/** What a field is about; outputs choose an icon or a style by it. */
export interface FieldRoles {
  command: true
  description: true
  file: true
  folder: true
  pattern: true
  url: true
  query: true
  prompt: true
  agent: true
  model: true
  server: true
  task: true
  time: true
  number: true
  money: true
  setting: true
}

export type FieldRole = keyof FieldRoles

/** A named value. */
export interface Field {
  readonly role: FieldRole
  readonly label: string
  readonly value: string
}

/** One thing to do. */
export interface TodoItem {
  readonly text: string
  readonly status: 'pending' | 'in-progress' | 'completed' | 'cancelled'
  readonly priority: string | undefined
}

/** One choice someone was offered. */
export interface Choice {
  readonly label: string
  readonly description: string | undefined
  readonly chosen: boolean
}

/** Every kind of node. Tools and messages are described with these; each output draws all of them. */
export interface NodeMap {
  /** Markdown, as a model or a person wrote it. */
  prose: {readonly markdown: string}
  /** Text without markup: line ends and spaces count. */
  text: {readonly text: string; readonly tone: 'plain' | 'dim' | 'error'}
  /** What a program printed for a terminal; colours in it may be shown. */
  ansi: {readonly text: string; readonly tone: 'plain' | 'error'}
  code: {readonly code: string; readonly language: string | undefined; readonly firstLine: number | undefined}
  diff: {readonly path: string | undefined; readonly hunks: readonly Hunk[]}
  fields: {readonly fields: readonly Field[]}
  table: {readonly head: readonly string[]; readonly rows: readonly (readonly string[])[]}
  todo: {readonly items: readonly TodoItem[]}
  /** A question with its choices, the chosen one marked. */
  choice: {readonly question: string; readonly choices: readonly Choice[]}
  image: {readonly source: MediaSource; readonly alt: string}
  link: {readonly url: string; readonly text: string}
  /** Nodes under a heading, which may be shown folded. */
  group: {readonly title: string; readonly nodes: readonly Node[]; readonly folded: boolean}
  note: {readonly level: 'info' | 'success' | 'warning' | 'error'; readonly text: string}
  /** A value that no one knows how to say better. */
  raw: {readonly value: JsonValue}
}

export type NodeKind = keyof NodeMap

/** A node of one kind. */
export type NodeOf<Kind extends NodeKind> = {[K in Kind]: {readonly kind: K} & NodeMap[K]}[Kind]

/** One piece of a page. */
export type Node = NodeOf<NodeKind>

/** The named values in nodes. */
export const fieldsIn = (nodes: readonly Node[]): readonly Field[] =>
  nodes.flatMap((node) => (node.kind === 'fields' ? node.fields : []))

/** How an output draws each kind of node; a new kind fails the build until each output has it. */
export type NodeHandlers<Out, Context> = {
  readonly [Kind in NodeKind]: (node: NodeOf<Kind>, context: Context) => Out
}

/** Draws a node by an output's table. */
export function drawNode<Out, Context>(
  handlers: NodeHandlers<Out, Context>,
  node: Node,
  context: Context,
): Out {
  return draw(handlers, node.kind, node, context)
}

function draw<Kind extends NodeKind, Out, Context>(
  handlers: NodeHandlers<Out, Context>,
  kind: Kind,
  node: NodeOf<Kind>,
  context: Context,
): Out {
  return handlers[kind](node, context)
}
