import type {Entry} from '../page/index.ts'
import type {Arguments, Option} from './command.ts'
import {Failure} from './failure.ts'

/** Which entries of a saved session to show. */
export const filterOptions: readonly Option[] = [
  {name: 'turn', value: 'n|n..m', help: 'Show only these turns, counted from 1.'},
  {name: 'agent', value: 'name', help: 'Show only agents whose name or id begins so.'},
  {name: 'tool', value: 'name', help: 'Show only the calls of this tool.'},
  {name: 'errors', help: 'Show only what went wrong.'},
]

/** Tells whether the user wants an entry. */
export function entryFilter(given: Arguments): (entry: Entry) => boolean {
  const turns = turnRange(given.values.get('turn'))
  const agent = given.values.get('agent')?.toLowerCase()
  const tool = given.values.get('tool')?.toLowerCase()
  const errors = given.switches.has('errors')
  return (entry) =>
    (turns === undefined ||
      (entry.turn !== undefined && entry.turn >= turns.first && entry.turn <= turns.last)) &&
    (agent === undefined || isAgent(entry, agent)) &&
    (tool === undefined || entry.tool?.toLowerCase() === tool || entry.title.toLowerCase() === tool) &&
    (!errors || entry.failed)
}

const isAgent = ({lane}: Entry, name: string): boolean =>
  lane !== undefined && (lane.name.toLowerCase().startsWith(name) || lane.key.toLowerCase().startsWith(name))

function turnRange(value: string | undefined): {readonly first: number; readonly last: number} | undefined {
  if (value === undefined) return undefined
  const match = /^(\d+)?(\.\.)?(\d+)?$/.exec(value)
  const [, first, dots, last] = match ?? []
  if (first === undefined && last === undefined) {
    throw new Failure(
      `Cannot use --turn ${value}: it takes a number, or a range such as 3..5, 3.. or ..5.`,
      2,
    )
  }
  return {
    first: Number(first ?? 1),
    last: dots === undefined ? Number(first) : last === undefined ? Number.POSITIVE_INFINITY : Number(last),
  }
}
