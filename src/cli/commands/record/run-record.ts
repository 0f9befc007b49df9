import type {PriceOverrides} from '../../../prices/index.ts'
import type {RecordingOptions} from '../../../sinks/recording.ts'
import {openRecording} from '../../../sinks/recording.ts'
import {SinkError} from '../../../sinks/sink-error.ts'
import type {Child} from '../../../sources/index.ts'
import {startChild} from '../../../sources/index.ts'
import {recordingsFolder} from '../../archive/data-folders.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {ChildExit} from '../../child-exit.ts'
import {ReportedFailure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {printNotice} from '../../output/print-notice.ts'
import type {Budget} from './budget.ts'
import {readBudget} from './budget.ts'
import type {ClientCommand} from './client-command.ts'
import {completeClientCommand} from './client-command.ts'
import {describeRecording} from './describe-recording.ts'
import type {RunFollower} from './follow-run.ts'
import {arrivalRecorder, followRun} from './follow-run.ts'
import {forwardSignals} from './forward-signals.ts'
import {RunCosts} from './run-costs.ts'
import type {RunDisplay} from './run-display.ts'
import {storeRecorder} from './store-recorder.ts'

/** `recount record`: runs Claude Code, shows what it does, and keeps every byte that it prints. */
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
  const showing = await openDisplay(host, given, path, overrides)
  const started = startChild({
    command,
    args,
    cwd: host.cwd,
    env: host.env,
    stdout: recording.file,
    stderr: showing.pipesStderr ? 'pipe' : 'inherit',
  })
  const child = await started.catch(async (error: unknown) => {
    recording.discard()
    await showing.close()
    throw error
  })
  const forget = forwardSignals(host, child)
  const complaints = showing.forwardStderr(child)
  const followers: readonly RunFollower[] = [
    arrivalRecorder(recording.note),
    ...(keeper ? [keeper] : []),
    showing.follower,
    costFollower(path, costs, budget, childStopper(child), showing.notify),
  ]
  const told = new Set<string>()
  /** What fails several followers is said once. */
  const failed = async ({message}: Error): Promise<void> => {
    if (!told.has(message)) await printNotice(host, message)
    told.add(message)
  }
  const recorded = await followRun({path, ended: child.ended, now: host.now, followers, failed}).finally(
    async () => {
      await complaints.catch(failed)
      await showing.close().catch(failed)
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
  // What cannot be printed any more was said; where the recording is must be said all the same.
  if (recorded.lines > 0) await showing.printClosing().catch(sinkFailed)
  for (const sentence of describeRecording(path, recorded, costs)) await printNotice(host, sentence)
  try {
    if (given.switches.has('ci')) {
      // Pages take their time to load, and most runs want none.
      const {writeCiFiles} = await import('./ci-files.ts')
      await writeCiFiles(host, given, {path, end, costs, lines: recorded.lines})
    }
  } catch (error) {
    // How the run itself ended matters more.
    if (end.code === 0 || !(error instanceof Error)) throw error
    await failed(error)
  }
  if (end.code !== 0) throw new ChildExit(end)
  if (told.size > 0) throw new ReportedFailure()
}

async function openDisplay(
  host: Host,
  given: Arguments,
  source: string,
  overrides: PriceOverrides | undefined,
): Promise<RunDisplay> {
  if (given.switches.has('raw')) return displayRaw(host)
  // All that draws a page is loaded only where one is drawn.
  const {displayRun} = await import('./display-run.ts')
  return displayRun(withTitle(host, given), given, source, overrides)
}

async function reportAddedOptions(host: Host, {added, otherFormat}: ClientCommand): Promise<void> {
  if (added.length > 0)
    await printNotice(host, `Added ${added.join(' ')}, so that the run can be shown and recorded.`)
  if (otherFormat !== undefined)
    await printNotice(
      host,
      `The run prints ${otherFormat}, not stream-json: it is recorded, but cannot be shown as a conversation.`,
    )
}

function recordingPlan(host: Host, {values}: Arguments, command: readonly string[]): RecordingOptions {
  const named = ['title', 'agent', 'workspace'].flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {command, cwd: host.cwd, ...Object.fromEntries(named)}
}

/** The page is headed by the title that the recording has. Not a copy: what a host says of its terminal changes. */
function withTitle(host: Host, {values}: Arguments): Host {
  const title = values.get('title')
  if (title === undefined) return host
  const titled: Host = Object.create(host, {env: {value: {...host.env, RECOUNT_TITLE: title}}})
  return titled
}

/** Counts along, and speaks up or stops the run when the budget is used up. */
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

/** Hands the run's own bytes on. */
const displayRaw = (host: Host): RunDisplay => ({
  pipesStderr: false,
  follower: {bytes: async (chunk) => host.rawOut.writeBytes?.(chunk)},
  forwardStderr: async () => {},
  notify: (sentence) => printNotice(host, sentence),
  close: async () => {},
  printClosing: async () => {},
})

/** The client ends by the first as a person would end it, and tells its numbers; the others are for what does not listen. */
const stopSignals = [
  ['SIGINT', 0],
  ['SIGTERM', 5000],
  ['SIGKILL', 10_000],
] as const

/** Stops a program, the more firmly the longer it takes. Gives the way to stop once: it may be called again. */
function childStopper(child: Child): () => void {
  let begun = false
  return () => {
    if (begun) return
    begun = true
    const timers = stopSignals.map(([signal, after]) => setTimeout(() => child.send(signal), after))
    void child.ended.then(() => timers.forEach(clearTimeout))
  }
}
