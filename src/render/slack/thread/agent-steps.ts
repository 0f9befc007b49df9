import type {Entry} from '../../../page/index.ts'
import type {AgentProgress} from '../entry/tool-run-text.ts'

/** What an agent has done so far, and the call that started it. */
interface Steps {
  call: string | undefined
  readonly name: string
  steps: number
  newest: string | undefined
}

/** How far the agent of a call has come. */
export interface CalledAgent {
  readonly call: string
  readonly progress: AgentProgress
}

/** Counts what agents do. What an agent's own agents do counts for the one that was asked. */
export class AgentSteps {
  readonly #agents = new Map<string, Steps>()

  /** Something that was done in a lane; gives whose progress it is, once the call is known. */
  count({lane, kind, title, subject}: Entry): CalledAgent | undefined {
    const top = lane?.above.at(-1) ?? lane
    if (!top || kind === 'agent') return undefined
    const steps = this.#of(top.key, top.name)
    steps.steps += kind === 'tool' || kind === 'answer' ? 1 : 0
    steps.newest = kind === 'tool' ? `${title} ${subject ?? ''}`.trim() : subject
    return progressOf(steps)
  }

  /** An agent at work, under the key of its call. */
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
