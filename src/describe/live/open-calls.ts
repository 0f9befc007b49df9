import type {Change} from '../../conversation/index.ts'
import type {ToolRun} from '../../model/index.ts'
import type {Entry} from '../../page/index.ts'
import {cutText} from '../../page/text/cut-text.ts'
import {describeTool} from '../entries/describe-tool.ts'
import type {EntryContext} from '../entries/make-entry.ts'

/** A call with its context; its run is in the change after its item. */
interface Call {
  readonly context: EntryContext
  run: ToolRun | undefined
  /** It was given without a result; one may still arrive. */
  isEmitted: boolean
  /** Its entry while it runs, which is needed many times a second. */
  shown?: {readonly run: ToolRun; readonly entry: Entry}
}

/** The calls that were not given yet, or only without a result. */
export class OpenCalls {
  readonly #pair: boolean
  readonly #calls = new Map<string, Call>()
  /** Calls whose refusal may turn out to be an interruption; each is given with the next item of its thread. */
  readonly #refused = new Map<string, Call>()
  /** Their ids, by the lane they are in. */
  readonly #refusedIn = new Map<string | undefined, Set<string>>()
  /** The calls of this turn that were given as failed, in words; the result of the turn may list them as denied. */
  readonly #failed = new Map<string, string>()
  /** Ids of calls that began to run, or changed while they ran, since they were last taken. */
  readonly #fresh = new Set<string>()

  constructor(pair: boolean) {
    this.#pair = pair
  }

  add(callId: string, context: EntryContext): void {
    this.#calls.set(callId, {context, run: undefined, isEmitted: false})
  }

  /** The entries that a change of its run completes. `unsettled` says that what follows may change its state. */
  change(run: ToolRun, unsettled = false): readonly Entry[] {
    const call = this.#calls.get(run.id)
    if (!call) return []
    const asked = call.run || this.#pair ? [] : [describeTool(call.context, run, 'asked')]
    call.run = run
    if (isOpen(run)) {
      this.#fresh.add(run.id)
      return asked
    }
    this.#fresh.delete(run.id)
    if (unsettled) {
      this.#calls.delete(run.id)
      this.#refused.set(run.id, call)
      const lane = call.context.lane?.key
      this.#refusedIn.set(lane, (this.#refusedIn.get(lane) ?? new Set()).add(run.id))
      return asked
    }
    if (run.result) this.#calls.delete(run.id)
    else if (call.isEmitted) return asked
    call.isEmitted = true
    const entry = this.#describe(call, run)
    if (run.state === 'failed') this.#failed.set(run.id, nameOf(entry))
    return [...asked, entry]
  }

  get anyRefused(): boolean {
    return this.#refused.size > 0
  }

  /** Notes, before anything is given, whether refusals were interruptions: the explanation may be read first. */
  changeRefused(changes: readonly Change[]): void {
    if (!this.anyRefused) return
    for (const change of changes) {
      const call = change.type === 'run-changed' && this.#refused.get(change.run.id)
      if (call) call.run = change.run
    }
  }

  /** The refusals that are complete when a lane continues, or when the turn of all lanes ends. */
  takeRefused(lane: string | undefined, turnEnds: boolean): readonly Entry[] {
    const entries: Entry[] = []
    for (const id of turnEnds ? this.#refused.keys() : (this.#refusedIn.get(lane) ?? [])) {
      const call = this.#refused.get(id)
      if (!call?.run) continue
      this.#refused.delete(id)
      this.#refusedIn.get(call.context.lane?.key)?.delete(id)
      entries.push(this.#describe(call, call.run))
    }
    return entries
  }

  /** Ends a turn. Gives the denied calls that were given as failed, in words. */
  endTurn(denied: readonly string[]): readonly string[] {
    const names = denied.flatMap((id) => this.#failed.get(id) ?? [])
    this.#failed.clear()
    return names
  }

  /** Calls without an end, oldest first. */
  running(): readonly Entry[] {
    return [...this.#calls.values()].flatMap(shown)
  }

  /** Those that are new or have changed since the last call of this method. */
  takeRunning(): readonly Entry[] {
    const ids = [...this.#fresh]
    this.#fresh.clear()
    return ids.flatMap((id) => {
      const call = this.#calls.get(id)
      return call ? shown(call) : []
    })
  }

  #describe({context}: Call, run: ToolRun): Entry {
    return describeTool(context, run, this.#pair ? 'both' : 'answered')
  }
}

/** A call as it looks while it runs; nothing for one that does not. */
function shown(call: Call): readonly Entry[] {
  const {context, run} = call
  if (!run || !isOpen(run)) return []
  if (call.shown?.run !== run) call.shown = {run, entry: describeTool(context, run)}
  return [call.shown.entry]
}

/** A call in a few words. */
const nameOf = ({title, subject = ''}: Entry): string =>
  `${title} ${cutText(subject, {lines: 1, characters: 80}).head}`.trim()

const isOpen = ({state}: ToolRun): boolean => state === 'pending' || state === 'running'
