import type {PriceOverrides} from '../../../prices/index.ts'
import {openRecording, type RecordingOptions} from '../../../sinks/recording.ts'
import {SinkError} from '../../../sinks/sink-error.ts'
import {type Child, startChild} from '../../../sources/index.ts'
import {recordingsFolder} from '../../archive/data-folders.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {ChildExit, ReportedFailure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {type ClientCommand, completeClientCommand} from './client-command.ts'
import {arrivalRecorder, followRun, type RunFollower} from './follow-run.ts'
import {forwardSignals} from './forward-signals.ts'
import {type Budget, describeRecording, RunCosts, readBudget} from './run-costs.ts'
import {storeRecorder} from './store-recorder.ts'

/** `recount record`: runs Claude Code, shows its output live, and records every byte. */
export const runRecord: RunCommand = async (host, given) => {
  const client = completeClientCommand(given.operands)
  const [command = '', ...args] = client.words
  const budget = readBudget(given)
  const overrides = priceOverrides(host)
  const costs = new RunCosts(overrides)
  const keeper = storeRecorder(host, given)
  await reportAddedOptions(host, client)
  const recording = openRecording(
    recordingsFolder(host),
    recordingPlan(host, given, client.words),
    host.now(),
  )
  const {path} = recording
  const display = await openDisplay(host, given, path, overrides)
  const started = startChild({
    command,
    args,
    cwd: host.cwd,
    env: host.env,
    stdout: recording.file,
    stderr: display.pipesStderr ? 'pipe' : 'inherit',
  })
  const child = await started.catch(async (error: unknown) => {
    recording.discard()
    await display.close()
    throw error
  })
  const forget = forwardSignals(host, child)
  const stderrDone = display.forwardStderr(child)
  const followers: readonly RunFollower[] = [
    arrivalRecorder(recording.note),
    ...(keeper ? [keeper] : []),
    display.follower,
    costFollower(path, costs, budget, childStopper(child), display.notify),
  ]
  const reported = new Set<string>()
  /** An error of several followers is reported once. */
  const failed = async ({message}: Error): Promise<void> => {
    if (!reported.has(message)) await host.notify(message)
    reported.add(message)
  }
  const recorded = await followRun({path, ended: child.ended, now: host.now, followers, failed}).finally(
    async () => {
      await stderrDone.catch(failed)
      await display.close().catch(failed)
      forget()
    },
  )
  const end = await child.ended
  const sinkFailed = async (error: unknown): Promise<void> => {
    if (!(error instanceof SinkError)) throw error
    await failed(error)
  }
  try {
    recording.close(end.signal === undefined ? {exitCode: end.code} : {signal: end.signal}, host.now())
  } catch (error) {
    await sinkFailed(error)
  }
  // Even if printing has failed, the place of the recording is reported.
  if (recorded.lines > 0) await display.printClosing().catch(sinkFailed)
  for (const sentence of describeRecording(path, recorded, costs)) await host.notify(sentence)
  try {
    if (given.switches.has('ci')) {
      // The code for pages is slow to load, and most runs need none.
      const {writeCiFiles} = await import('./ci-files.ts')
      await writeCiFiles(host, given, {path, end, costs, lines: recorded.lines})
    }
  } catch (error) {
    // The exit status of the run matters more.
    if (end.code === 0 || !(error instanceof Error)) throw error
    await failed(error)
  }
  if (end.code !== 0) throw new ChildExit(end)
  if (reported.size > 0) throw new ReportedFailure()
}

async function openDisplay(
  host: Host,
  given: Arguments,
  source: string,
  overrides: PriceOverrides | undefined,
): Promise<RunDisplay> {
  if (given.switches.has('raw')) return displayRaw(host)
  // The printing code is loaded only if it is used.
  const {displayRun} = await import('./display-run.ts')
  return displayRun(withTitle(host, given), given, source, overrides)
}

async function reportAddedOptions(host: Host, {added, otherFormat}: ClientCommand): Promise<void> {
  if (added.length > 0) await host.notify(`Added ${added.join(' ')} (needed to show and record the run).`)
  if (otherFormat !== undefined)
    await host.notify(
      `The run prints ${otherFormat}, not stream-json, so it is recorded but not shown as a conversation.`,
    )
}

function recordingPlan(host: Host, {values}: Arguments, command: readonly string[]): RecordingOptions {
  const named = ['title', 'agent', 'workspace'].flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {command, cwd: host.cwd, ...Object.fromEntries(named)}
}

/** A host with the recording's title as heading. Not a copy, because the size of its terminal changes. */
function withTitle(host: Host, {values}: Arguments): Host {
  const title = values.get('title')
  if (title === undefined) return host
  const titled: Host = Object.create(host, {env: {value: {...host.env, RECOUNT_TITLE: title}}})
  return titled
}

/** Counts the cost, and warns or stops the run when the budget is used up. */
function costFollower(
  source: string,
  costs: RunCosts,
  budget: Budget | undefined,
  stop: () => void,
  say: (sentence: string) => Promise<void>,
): RunFollower {
  return {
    async lines(lines, at) {
      const changed = lines.filter((line) => costs.add(line, at)).length > 0
      const saying = changed && budget ? budget.check(costs.total) : undefined
      if (saying !== undefined) await say(saying)
      if (budget?.stopsRun) stop()
    },
    async end() {
      costs.end(source)
    },
  }
}

/** Passes the run's raw output through. */
const displayRaw = (host: Host): RunDisplay => ({
  pipesStderr: false,
  follower: {bytes: async (chunk) => host.rawOut.writeBytes?.(chunk)},
  forwardStderr: async () => {},
  notify: (sentence) => host.notify(sentence),
  close: async () => {},
  printClosing: async () => {},
})

/** The first signal is Ctrl-C, after which the client still reports its cost; the others are for programs that ignore it. */
const stopSignals = [
  ['SIGINT', 0],
  ['SIGTERM', 5000],
  ['SIGKILL', 10_000],
] as const

/** Returns a function that stops a program, with stronger signals the longer it takes. It can be called again. */
function childStopper(child: Child): () => void {
  let begun = false
  return () => {
    if (begun) return
    begun = true
    const timers = stopSignals.map(([signal, after]) => setTimeout(() => child.send(signal), after))
    void child.ended.then(() => timers.forEach(clearTimeout))
  }
}

/** How a run is shown while it is recorded. */
export interface RunDisplay {
  readonly follower: RunFollower
  /** The run's standard error is printed by recount, above the running lines. */
  readonly pipesStderr: boolean
  /** Prints the run's standard error to its end. */
  forwardStderr(child: Child): Promise<void>
  /** Prints a message that is not part of the conversation. */
  notify(sentence: string): Promise<void>
  /** Leaves the terminal clean. */
  close(): Promise<void>
  /** The closing line. */
  printClosing(): Promise<void>
}
