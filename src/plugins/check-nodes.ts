import type {MediaSource} from '../model/index.ts'
import type {Choice, DiffLine, Field, FieldRoles, Node, NodeMap, TodoItem} from '../page/index.ts'

/** Fails with the reason if a value cannot be shown; `name` says which value it is. */
type Check = (value: unknown, name: string) => void

/** A check for each property; a new one fails the build until it has a check. */
type Shape<Type> = {readonly [Key in keyof Type]-?: Check}

/** Deeper groups are not real, and a group in itself would overflow the stack. */
const maxDepth = 64

/** Fails unless a plugin returned a list of nodes that every output can render. */
export function checkNodes(nodes: readonly Node[]): void {
  checkNodesAt(nodes, 0)
}

function checkNodesAt(nodes: unknown, depth: number): void {
  if (!Array.isArray(nodes)) throw new TypeError('it did not return a list of nodes')
  if (depth > maxDepth) throw new TypeError('its groups are nested too deeply')
  for (const node of nodes) {
    checkKind(shapes, node, 'node')
    if (node.kind === 'group') checkNodesAt(node.nodes, depth + 1)
  }
}

/** Checks a value by the shape of its kind. */
function checkKind(
  kinds: Readonly<Record<string, Readonly<Record<string, Check>>>>,
  value: unknown,
  noun: 'node' | 'source',
): void {
  const {kind, ...properties} = readObject(value, `a ${noun}`)
  const shape = Object.entries(kinds).find(([name]) => name === kind)?.[1]
  if (!shape) throw new TypeError(`there are no ${noun}s of kind "${String(kind)}"`)
  checkShape(shape, properties, `of a ${String(kind)} ${noun}`)
}

function checkShape(shape: Readonly<Record<string, Check>>, value: object, where: string): void {
  const properties = new Map<string, unknown>(Object.entries(value))
  for (const [name, check] of Object.entries(shape)) check(properties.get(name), `"${name}" ${where}`)
}

const readObject = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} is not an object`)
  return {...value}
}

const text: Check = (value, name) => {
  if (typeof value !== 'string') throw new TypeError(`${name} is not a string`)
}

const flag: Check = (value, name) => {
  if (typeof value !== 'boolean') throw new TypeError(`${name} is not true or false`)
}

const number: Check = (value, name) => {
  if (!Number.isFinite(value)) throw new TypeError(`${name} is not a number`)
}

/** A value that JSON can express: no cycles and no functions. */
const json: Check = (value, name) => {
  if (JSON.stringify(value) === undefined) throw new TypeError(`${name} is not a JSON value`)
}

const optional =
  (check: Check): Check =>
  (value, name) => {
    if (value !== undefined) check(value, name)
  }

const oneOf =
  (...allowed: readonly string[]): Check =>
  (value, name) => {
    if (!allowed.some((one) => one === value))
      throw new TypeError(`${name} is not one of ${allowed.join(', ')}`)
  }

const list =
  (check: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) throw new TypeError(`${name} is not a list`)
    for (const item of value) check(item, `a value in ${name}`)
  }

const object =
  <Type>(shape: Shape<Type>): Check =>
  (value, name) =>
    checkShape(shape, readObject(value, name), `of ${name}`)

const roles: FieldRoles = {
  command: true,
  description: true,
  file: true,
  folder: true,
  pattern: true,
  url: true,
  query: true,
  prompt: true,
  agent: true,
  model: true,
  server: true,
  task: true,
  time: true,
  number: true,
  money: true,
  setting: true,
}

const diffLine = object<DiffLine>({
  sign: oneOf(' ', '+', '-'),
  text,
  oldLine: optional(number),
  newLine: optional(number),
})

const field = object<Field>({role: oneOf(...Object.keys(roles)), label: text, value: text})

const todo = object<TodoItem>({
  text,
  status: oneOf('pending', 'in-progress', 'completed', 'cancelled'),
  priority: optional(text),
})

const choice = object<Choice>({label: text, description: optional(text), chosen: flag})

type SourceShapes = {
  readonly [Kind in MediaSource['kind']]: Shape<Omit<Extract<MediaSource, {readonly kind: Kind}>, 'kind'>>
}

const sources: SourceShapes = {
  base64: {mediaType: text, data: text},
  url: {url: text},
  file: {fileId: text},
  text: {mediaType: text, text},
  unknown: {value: json},
}

const source: Check = (value) => checkKind(sources, value, 'source')

const shapes: {readonly [Kind in keyof NodeMap]: Shape<NodeMap[Kind]>} = {
  prose: {markdown: text},
  text: {text, tone: oneOf('plain', 'dim', 'error')},
  ansi: {text, tone: oneOf('plain', 'error')},
  code: {code: text, language: optional(text), firstLine: optional(number)},
  diff: {path: optional(text), hunks: list(object({lines: list(diffLine)}))},
  fields: {fields: list(field)},
  table: {head: list(text), rows: list(list(text))},
  todo: {items: list(todo)},
  choice: {question: text, choices: list(choice)},
  image: {source, alt: text},
  link: {url: text, text},
  group: {title: text, nodes: list(() => {}), isCollapsed: flag},
  note: {level: oneOf('info', 'success', 'warning', 'error'), text},
  raw: {value: json},
}
