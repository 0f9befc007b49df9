import type {JsonValue, MediaSource} from '../model/index.ts'

/** One changed, added or kept line of a diff, with its numbers on both sides. */
export interface DiffLine {
  /** Whether the line was kept, added or removed. */
  readonly sign: ' ' | '+' | '-'
  /** The line without its sign. */
  readonly text: string
  /** Its number before the change. */
  readonly oldLine: number | undefined
  /** Its number after the change. */
  readonly newLine: number | undefined
}

/** Lines that changed together, with the lines around them. */
export interface Hunk {
  /** The lines. */
  readonly lines: readonly DiffLine[]
}

/** The meaning of a field; outputs choose an icon or a style by it. */
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
  /** What it is about. */
  readonly role: FieldRole
  /** Its name. */
  readonly label: string
  /** Its value. */
  readonly value: string
}

/** One item of a to-do list. */
export interface TodoItem {
  /** The task. */
  readonly text: string
  /** How far it is. */
  readonly status: 'pending' | 'in-progress' | 'completed' | 'cancelled'
  /** Its priority, if it has one. */
  readonly priority: string | undefined
}

/** One choice of a question. */
export interface Choice {
  /** The choice. */
  readonly label: string
  /** What it means. */
  readonly description: string | undefined
  /** It was chosen. */
  readonly chosen: boolean
}

/** Every kind of node. Tools and messages are described with these; each output draws all of them. */
export interface NodeMap {
  /** Markdown, as a model or a person wrote it. */
  prose: {readonly markdown: string}
  /** Text without markup: line ends and spaces count. */
  text: {readonly text: string; readonly tone: 'plain' | 'dim' | 'error'}
  /** The output of a program for a terminal; its colours may be shown. */
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
  /** Nodes under a heading, which may be shown collapsed. */
  group: {readonly title: string; readonly nodes: readonly Node[]; readonly isCollapsed: boolean}
  note: {readonly level: 'info' | 'success' | 'warning' | 'error'; readonly text: string}
  /** A value without a better description. */
  raw: {readonly value: JsonValue}
}

export type NodeKind = keyof NodeMap

/** A node of one kind. */
export type NodeOf<Kind extends NodeKind> = {[K in Kind]: {readonly kind: K} & NodeMap[K]}[Kind]

/** One node of a page. */
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
