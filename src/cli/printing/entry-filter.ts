import type {Entry} from '../../page/index.ts'
import {formatNoun} from '../../page/text/format.ts'
import type {Arguments, Option} from '../arguments/command.ts'
import {invalidValue} from '../failure.ts'

/** Which entries of a saved session to show. */
export const filterOptions: readonly Option[] = [
  {name: 'turn', value: 'n|n..m', help: 'Show only these turns, counted from 1: 3, 3..5, 3.. or ..5.'},
  {name: 'agent', value: 'name', help: 'Show only agents whose name or id starts with this.'},
  {name: 'tool', value: 'name', help: 'Show only calls to this tool.'},
  {name: 'errors', help: 'Show errors only.'},
]

/** Selects entries, and knows why none was selected. */
export interface EntryFilter {
  /** Nothing is left out. */
  readonly showsAll: boolean
  readonly wants: (entry: Entry) => boolean
  /** The message if no entry was selected. */
  readonly missing: () => Missing | undefined
}

interface Missing {
  readonly sentence: string
  /** Finding no errors is not a failure. */
  readonly isFailure: boolean
}

interface Criterion {
  readonly accepts: (entry: Entry) => boolean
  readonly missing: () => Missing
}

/** The filter of the options. It collects the names of all turns, agents and tools for its messages. */
export function entryFilter(given: Arguments): EntryFilter {
  const seen = {turns: 0, agents: new Set<string>(), tools: new Set<string>()}
  const criteria = [
    ...turnCriterion(given.values.get('turn'), () => seen.turns),
    ...agentCriterion(given.values.get('agent'), seen.agents),
    ...toolCriterion(given.values.get('tool'), seen.tools),
    ...(given.switches.has('errors') ? [errors] : []),
  ]
  const unmet = new Set(criteria)
  let any = false
  return {
    showsAll: criteria.length === 0,
    wants(entry) {
      seen.turns = Math.max(seen.turns, entry.turn ?? 0)
      if (entry.lane) seen.agents.add(entry.lane.name)
      if (entry.tool !== undefined) seen.tools.add(entry.title)
      const met = criteria.filter(({accepts}) => accepts(entry))
      for (const criterion of met) unmet.delete(criterion)
      const wanted = met.length === criteria.length
      any ||= wanted
      return wanted
    },
    missing() {
      if (any || criteria.length === 0) return undefined
      const [first] = unmet
      return first?.missing() ?? {sentence: 'No entries match all of these filters.', isFailure: true}
    },
  }
}

const failure = (sentence: string): Missing => ({sentence, isFailure: true})

function turnCriterion(value: string | undefined, turns: () => number): readonly Criterion[] {
  const range = turnRange(value)
  if (!range) return []
  return [
    {
      accepts: ({turn}) => turn !== undefined && turn >= range.first && turn <= range.last,
      missing: () => failure(`No turn ${value}. The session has ${formatNoun(turns(), 'turn')}.`),
    },
  ]
}

/** The entries of an agent and of its own agents, and the call that started it. */
function agentCriterion(value: string | undefined, agents: ReadonlySet<string>): readonly Criterion[] {
  if (value === undefined) return []
  const beginning = value.toLowerCase()
  const begins = (name: string): boolean => name.toLowerCase().startsWith(beginning)
  return [
    {
      accepts: ({lane, tool, depth, subject}) =>
        [...(lane ? [lane, ...lane.above] : [])].some(({key, name}) => begins(name) || begins(key)) ||
        (tool !== undefined && depth === 'agent' && subject !== undefined && begins(subject)),
      missing: () => failure(`No agent named "${value}". ${listNames('Agents', agents)}`),
    },
  ]
}

function toolCriterion(value: string | undefined, tools: ReadonlySet<string>): readonly Criterion[] {
  if (value === undefined) return []
  const name = value.toLowerCase()
  return [
    {
      accepts: ({tool, title}) => tool?.toLowerCase() === name || title.toLowerCase() === name,
      missing: () => failure(`No calls to "${value}". ${listNames('Tools in this session', tools)}`),
    },
  ]
}

const listNames = (title: string, names: ReadonlySet<string>): string =>
  `${title}: ${names.size === 0 ? 'none' : [...names].join(', ')}.`

const badStates: ReadonlySet<Entry['state']> = new Set(['failed', 'denied', 'interrupted', 'orphaned'])

/** Everything that failed, was stopped or denied, and warnings of the client. */
const errors: Criterion = {
  accepts: ({isError, state, kind, depth, asked}) =>
    isError ||
    badStates.has(state) ||
    kind === 'interruption' ||
    // Notices that only inform have a higher depth.
    (kind === 'notice' && (depth === 'assistant' || depth === 'agent')) ||
    (state === undefined &&
      asked.some((node) => node.kind === 'note' && (node.level === 'warning' || node.level === 'error'))),
  missing: () => ({sentence: 'No errors.', isFailure: false}),
}

function turnRange(value: string | undefined): {readonly first: number; readonly last: number} | undefined {
  if (value === undefined) return undefined
  const match = /^(\d+)?(\.\.)?(\d+)?$/.exec(value)
  const [, first, dots, last] = match ?? []
  if (first === undefined && last === undefined) {
    throw invalidValue('turn', value, 'a number, or a range such as 3..5, 3.. or ..5')
  }
  return {
    first: Number(first ?? 1),
    last: dots === undefined ? Number(first) : last === undefined ? Number.POSITIVE_INFINITY : Number(last),
  }
}
