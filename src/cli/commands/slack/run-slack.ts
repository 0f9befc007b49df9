import {realpathSync} from 'node:fs'
import {setTimeout as wait} from 'node:timers/promises'
import {Conversation} from '../../../conversation/index.ts'
import {formatNoun} from '../../../page/index.ts'
import {followSessionFiles, type SourceError, stoppableBy} from '../../../sources/index.ts'
import {usableOverrides} from '../../archive/price-overrides.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {jsonLine} from '../../output/printable.ts'
import {readNarratorOptions} from '../../printing/read-display-options.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'
import {findInput} from '../../sessions/session-files.ts'
import {checkSlack} from './check-slack.ts'
import {SlackMirror} from './slack-mirror.ts'
import type {SlackPoster, SlackPosterReport} from './slack-poster.ts'
import {apiFor, openSlackPoster, readSlackLevel} from './slack-poster.ts'
import {slackSettings} from './slack-settings.ts'

/** Without progress for this long, posting gives up. */
const stallMs = 120_000
const pollMs = 500

/** `recount slack`: posts a session to Slack, finished or still running. */
export const runSlack: RunCommand = async (host, given) => {
  if (given.switches.has('test')) {
    const settings = slackSettings(host, given)
    return checkSlack(host, apiFor(settings), settings)
  }
  const [word] = given.operands
  if (word === undefined) throw new Failure('slack needs a session or --test. See "recount slack --help".', 2)
  const {path} = await resolveSession(host, given)
  if (given.switches.has('dry-run')) return printMessages(host, given, path)
  const overrides = await usableOverrides(host)
  const poster = openSlackPoster(host, given, {
    held: true,
    boundMs: Number.POSITIVE_INFINITY,
    stallMs,
    overrides,
  })
  const follows = given.switches.has('follow')
  if (follows) await follow(host, path, poster)
  else await postSaved(host, path, poster)
  await printSummary(host, await poster.finish(!follows))
}

async function printSummary(host: Host, {calls, isComplete, problems}: SlackPosterReport): Promise<void> {
  const [last, ...others] = [...problems].reverse()
  for (const sentence of others.reverse()) await host.notify(sentence)
  const posted = calls.get('chat.postMessage') ?? 0
  const changed = calls.get('chat.update') ?? 0
  const done = [
    ...(posted > 0 ? [formatNoun(posted, 'new message')] : []),
    ...(changed > 0 ? [formatNoun(changed, 'update')] : []),
  ].join(' and ')
  if (last === undefined || isComplete)
    await host.out.write(done === '' ? 'Slack is already up to date.\n' : `Posted to Slack: ${done}.\n`)
  if (last !== undefined && !isComplete) throw new Failure(last, 1)
  if (last !== undefined) await host.notify(last)
}

async function postSaved(host: Host, path: string, poster: SlackPoster): Promise<void> {
  for await (const sentence of readSaved(path, poster)) await host.notify(sentence)
}

/** Feeds the files of a session to a poster; yields a message for each file that could not be read. */
async function* readSaved(
  path: string,
  to: Pick<SlackPoster, 'begin' | 'read' | 'end'>,
): AsyncGenerator<string> {
  const skipped: SourceError[] = []
  const skip = (problem: SourceError): void => void skipped.push(problem)
  const input = findInput(path, skip)
  for (const step of readSavedSession(input, skip)) {
    if (step.kind === 'begin') to.begin(step.file.path, step.file)
    else if (step.kind === 'end') to.end(step.file.path)
    else for (const line of step.lines) to.read(line)
  }
  for (const {message} of skipped) yield message
}

/** Follows a session until Ctrl-C, because a transcript does not say that it has ended. */
async function follow(host: Host, path: string, poster: SlackPoster): Promise<void> {
  const end = listenForInterrupt(host, () => {}, 0)
  end.onWaiting()
  const untilStopped = stoppableBy(end.stopped)
  // Followed files must not be links, except the one that was given.
  const main = realpathSync(path)
  const find = () => findInput(main, () => {}).files
  const pause = async (): Promise<boolean> => (await untilStopped(wait(pollMs, true))) === true
  try {
    for await (const step of followSessionFiles({find, wait: pause})) {
      if (step.kind === 'begin') poster.begin(step.file.path, step.file)
      else if (step.kind === 'lines') for (const line of step.lines) poster.read(line)
      else if (step.kind === 'caught-up') poster.caughtUp()
      else if (step.kind === 'reset') poster.reset()
    }
  } finally {
    end.forget()
  }
}

/** Prints every message as it would finally be in Slack, one JSON object per line. */
async function printMessages(host: Host, given: Arguments, path: string): Promise<void> {
  const messages = new Map<string, string>()
  const mirror = new SlackMirror({
    state: new Conversation({keep: 'open', oneAtATime: given.switches.has('one-at-a-time')}),
    thread: {level: readSlackLevel(given), mention: given.values.get('slack-mention')},
    heading: readNarratorOptions(host, given).heading,
    redact: !given.switches.has('slack-no-redact'),
    overrides: await usableOverrides(host),
    open: (session) => ({
      put: ({key, text, blocks, file}) =>
        void messages.set(`${session} ${key}`, jsonLine({session, key, text, blocks, file: file?.name})),
      status: () => {},
    }),
  })
  for await (const sentence of readSaved(path, mirror)) await host.notify(sentence)
  mirror.finish()
  for (const line of messages.values()) await host.out.write(line)
}
