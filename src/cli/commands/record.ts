import type {PriceOverrides} from '../../prices/index.ts'
import type {RecordingPlan} from '../../sinks/recording.ts'
import {openRecording} from '../../sinks/recording.ts'
import {SinkError} from '../../sinks/sink-error.ts'
import type {Child} from '../../sources/index.ts'
import {startChild} from '../../sources/index.ts'
import {recordingsFolder} from '../archive-home.ts'
import {ChildExit} from '../child-exit.ts'
import type {Arguments, Run} from '../command.ts'
import {complain} from '../complain.ts'
import {SaidFailure} from '../failure.ts'
import type {Host} from '../host.ts'
import {priceOverrides} from '../price-overrides.ts'
import type {Budget} from '../record/budget.ts'
import {budgetFor} from '../record/budget.ts'
import type {ClientWords} from '../record/client-words.ts'
import {clientWords} from '../record/client-words.ts'
import {conversationKeeper} from '../record/conversation-keeper.ts'
import {passSignals} from '../record/pass-signals.ts'
import type {Follower} from '../record/perform-run.ts'
import {noter, performRun} from '../record/perform-run.ts'
import {RunCosts} from '../record/run-costs.ts'
import type {Showing} from '../record/showing.ts'
import {tellRecording} from '../record/tell-recording.ts'

/** `recount record`: runs Claude Code, shows what it does, and keeps every byte that it prints. */
export const record: Run = async (host, given) => {
  const client = clientWords(given.operands)
  const [command = '', ...args] = client.words
  const budget = budgetFor(given)
  const overrides = priceOverrides(host)
  const costs = new RunCosts(overrides)
  const keeper = conversationKeeper(host, given)
  await tellWords(host, client)
  const recording = openRecording(recordingsFolder(host), planFor(host, given, client.words), host.now())
  const {path} = recording
  const showing = await showingFor(host, given, path, overrides)
  const started = startChild({
    command,
    args,
    cwd: host.cwd,
    env: host.env,
    stdout: recording.file,
    stderr: showing.takesComplaints ? 'pipe' : 'inherit',
  })
  const child = await started.catch(async (error: unknown) => {
    recording.discard()
    await showing.close()
    throw error
  })
  const forget = passSignals(host, child)
  const complaints = showing.complaintsOf(child)
  const followers: readonly Follower[] = [
    noter(recording.note),
    ...(keeper ? [keeper] : []),
    showing.follower,
    accountant(path, costs, budget, childStopper(child), showing.say),
  ]
  const told = new Set<string>()
  /** What fails several followers is said once. */
  const failed = async ({message}: Error): Promise<void> => {
    if (!told.has(message)) await complain(host, message)
    told.add(message)
  }
  const recorded = await performRun({path, ended: child.ended, now: host.now, followers, failed}).finally(
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
  if (recorded.lines > 0) await showing.closing().catch(sinkFailed)
  for (const sentence of tellRecording(path, recorded, costs)) await complain(host, sentence)
  try {
    if (given.switches.has('ci')) {
      // Pages take their time to load, and most runs want none.
      const {writeCiFiles} = await import('../record/ci-files.ts')
      await writeCiFiles(host, given, {path, end, costs, lines: recorded.lines})
    }
  } catch (error) {
    // How the run itself ended matters more.
    if (end.code === 0 || !(error instanceof Error)) throw error
    await failed(error)
  }
  if (end.code !== 0) throw new ChildExit(end)
  if (told.size > 0) throw new SaidFailure()
}

async function showingFor(
  host: Host,
  given: Arguments,
  source: string,
  overrides: PriceOverrides | undefined,
): Promise<Showing> {
  if (given.switches.has('raw')) return showRaw(host)
  // All that draws a page is loaded only where one is drawn.
  const {showPage} = await import('../record/show-page.ts')
  return showPage(withTitle(host, given), given, source, overrides)
}

async function tellWords(host: Host, {added, otherFormat}: ClientWords): Promise<void> {
  if (added.length > 0)
    await complain(host, `Added ${added.join(' ')}, so that the run can be shown and recorded.`)
  if (otherFormat !== undefined)
    await complain(
      host,
      `The run prints ${otherFormat}, not stream-json: it is recorded, but cannot be shown as a conversation.`,
    )
}

function planFor(host: Host, {values}: Arguments, command: readonly string[]): RecordingPlan {
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
function accountant(
  source: string,
  costs: RunCosts,
  budget: Budget | undefined,
  stop: () => void,
  say: (sentence: string) => Promise<void>,
): Follower {
  return {
    async lines(lines, at) {
      const changed = lines.filter((line) => costs.look(line, at)).length > 0
      const saying = changed && budget ? budget.look(costs.total) : undefined
      if (saying !== undefined) await say(saying)
      if (budget?.stops) stop()
    },
    async end() {
      costs.end(source)
    },
  }
}

/** Hands the run's own bytes on. */
const showRaw = (host: Host): Showing => ({
  takesComplaints: false,
  follower: {bytes: async (chunk) => host.rawOut.writeBytes?.(chunk)},
  complaintsOf: async () => {},
  say: (sentence) => complain(host, sentence),
  close: async () => {},
  closing: async () => {},
})

/** The client ends by the first as a person would end it, and tells its numbers; the others are for what does not listen. */
const steps = [
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
    const timers = steps.map(([signal, after]) => setTimeout(() => child.send(signal), after))
    void child.ended.then(() => timers.forEach(clearTimeout))
  }
}
