import type {FieldRole, Node} from '../page/index.ts'
import {mapNodeText} from '../page/index.ts'

const roles: Readonly<Record<FieldRole, true>> = {
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

/** The values that a property of a node may have, by its name. */
const choices: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['tone', ['plain', 'dim', 'error']],
  ['level', ['info', 'success', 'warning', 'error']],
  ['role', Object.keys(roles)],
  ['status', ['pending', 'in-progress', 'completed', 'cancelled']],
  ['sign', [' ', '+', '-']],
])

/** Fails if a plugin did not give a list of nodes that every output can draw. */
export function checkNodes(nodes: readonly Node[]): void {
  if (!Array.isArray(nodes)) throw new TypeError('it gave no list of nodes')
  for (const node of nodes) {
    const mapped = mapNodeText(node, (text) => {
      if (typeof text !== 'string') throw new TypeError(`a ${node.kind} node has a text that is no string`)
      return text
    })
    if (mapped === undefined) throw new TypeError(`there is no node of kind "${node.kind}"`)
    if (node.kind === 'group') checkNodes(node.nodes)
    else if (node.kind !== 'raw') checkChoices(node)
  }
}

function checkChoices(value: object): void {
  for (const [name, inner] of Object.entries(value)) {
    if (choices.get(name)?.includes(inner) === false)
      throw new TypeError(`a node has the ${name} "${String(inner)}"`)
    if (typeof inner === 'object' && inner !== null) checkChoices(inner)
  }
}
