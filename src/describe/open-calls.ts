import type {Change} from '../conversation/index.ts'
import type {ToolRun} from '../model/index.ts'
import type {Entry} from '../page/index.ts'
import {describeTool} from './describe-tool.ts'
import type {Scene} from './scene.ts'

/** A call with where it was made; its run comes with the change after its item. */
interface Call {
  readonly scene: Scene
  run: ToolRun | undefined
  /** It was told without a result; one may still come. */
  told: boolean
  /** How it looks while it runs; it is asked for many times a second. */
  shown?: {readonly run: ToolRun; readonly entry: Entry}
}

/** The calls that are not told yet, or only without a result. */
export class OpenCalls {
  readonly #pair: boolean
  readonly #calls = new Map<string, Call>()
  /** What looks like a refusal may turn out to be an interruption; it is told with the next thing its thread does. */
  readonly #refused = new Map<string, Call>()
  /** The ids of those that the next thing in their lane lets be told; the others wait for the end of their turn. */
  readonly #refusedIn = new Map<string | undefined, Set<string>>()

  /** Ids of calls that began to run, or changed while they ran, since they were last taken. */
  readonly #fresh = new Set<string>()
  /** Calls that needed a permission. */
  readonly #asked = new Set<string>()

  constructor(pair: boolean) {
    this.#pair = pair
  }

  add(callId: string, scene: Scene): void {
    this.#calls.set(callId, {scene, run: undefined, told: false})
  }

  /** Notes that a permission was asked for a call. */
  ask(callId: string): void {
    this.#asked.add(callId)
  }

  /** What a change of its run lets a call be told as. */
  change(run: ToolRun): readonly Entry[] {
    const call = this.#calls.get(run.id)
    if (!call) return []
    const asked = call.run || this.#pair ? [] : [describeTool(call.scene, run, 'asked')]
    call.run = run
    if (isOpen(run)) {
      this.#fresh.add(run.id)
      return asked
    }
    this.#fresh.delete(run.id)
    if (run.state === 'denied' || (this.#asked.has(run.id) && mayBeRefused(run))) {
      this.#calls.delete(run.id)
      this.#refused.set(run.id, call)
      this.#noteLane(call, run)
      return asked
    }
    if (run.result) this.#calls.delete(run.id)
    else if (call.told) return asked
    call.told = true
    return [...asked, this.#tell(call, run)]
  }

  get anyRefused(): boolean {
    return this.#refused.size > 0
  }

  /** Hears, before anything is told, whether refusals were interruptions: what explains them may come first. */
  changeRefused(changes: readonly Change[]): void {
    if (!this.anyRefused) return
    for (const change of changes) {
      const call = change.type === 'run-changed' && this.#refused.get(change.run.id)
      if (!call) continue
      call.run = change.run
      this.#noteLane(call, change.run)
    }
  }

  /** The refusals that can be told when a lane goes on. Those in a host's own words are known when the turn's result lists them. */
  takeRefused(lane: string | undefined, turnEnds: boolean): readonly Entry[] {
    const told: Entry[] = []
    for (const id of turnEnds ? this.#refused.keys() : (this.#refusedIn.get(lane) ?? [])) {
      const call = this.#refused.get(id)
      if (!call?.run) continue
      this.#refused.delete(id)
      this.#refusedIn.get(call.scene.lane?.key)?.delete(id)
      told.push(this.#tell(call, call.run))
    }
    return told
  }

  #noteLane({scene: {lane}}: Call, {id, state}: ToolRun): void {
    const ids = this.#refusedIn.get(lane?.key) ?? new Set()
    this.#refusedIn.set(lane?.key, ids)
    if (state === 'failed') ids.delete(id)
    else ids.add(id)
  }

  /** Calls without an end, oldest first. */
  running(): readonly Entry[] {
    return [...this.#calls.values()].flatMap(shown)
  }

  /** Those among them that are new or have changed since this was last asked. */
  takeRunning(): readonly Entry[] {
    const ids = [...this.#fresh]
    this.#fresh.clear()
    return ids.flatMap((id) => {
      const call = this.#calls.get(id)
      return call ? shown(call) : []
    })
  }

  #tell({scene}: Call, run: ToolRun): Entry {
    return describeTool(scene, run, this.#pair ? 'both' : 'answered')
  }
}

/** A call as it looks while it runs; nothing for one that does not. */
function shown(call: Call): readonly Entry[] {
  const {scene, run} = call
  if (!run || !isOpen(run)) return []
  if (call.shown?.run !== run) call.shown = {run, entry: describeTool(scene, run)}
  return [call.shown.entry]
}

const isOpen = ({state}: ToolRun): boolean => state === 'pending' || state === 'running'

/** Words in which tools fail; a host that refuses a call has others. */
const failure = /^(?:Exit code \d|<tool_use_error>)/

function mayBeRefused({state, result}: ToolRun): boolean {
  const [first] = result?.content ?? []
  return state === 'failed' && !(first?.type === 'text' && failure.test(first.text))
}
