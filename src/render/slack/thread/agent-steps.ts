import type {Entry} from '../../../page/index.ts'
import type {AgentProgress} from '../entry/tool-run-text.ts'

/** What an agent has done so far, and the call that started it. */
interface Steps {
  call: string | undefined
  readonly name: string
  steps: number
  newest: string | undefined
}

/** The progress of the agent that a call started. */
export interface CalledAgent {
  readonly call: string
  readonly progress: AgentProgress
}

/** Counts the steps of agents. Steps of nested agents count for the outermost one. */
export class AgentSteps {
  readonly #agents = new Map<string, Steps>()

  /** Counts an entry of an agent; returns the progress once the agent's call is known. */
  count({lane, kind, title, subject}: Entry): CalledAgent | undefined {
    const top = lane?.above.at(-1) ?? lane
    if (!top || kind === 'agent') return undefined
    const steps = this.#of(top.key, top.name)
    steps.steps += kind === 'tool' || kind === 'answer' ? 1 : 0
    steps.newest = kind === 'tool' ? `${title} ${subject ?? ''}`.trim() : subject
    return progressOf(steps)
  }

  /** A running agent, with the key of its call. */
  start({lane, key}: Entry): CalledAgent | undefined {
    if (!lane || lane.above.length > 0) return undefined
    const steps = this.#of(lane.key, lane.name)
    if (steps.call === key) return undefined
    steps.call = key
    return progressOf(steps)
  }

  #of(key: string, name: string): Steps {
    const known = this.#agents.get(key) ?? {call: undefined, name, steps: 0, newest: undefined}
    this.#agents.set(key, known)
    return known
  }
}

const progressOf = ({call, name, steps, newest}: Steps): CalledAgent | undefined =>
  call === undefined ? undefined : {call, progress: {name, steps, newest}}
