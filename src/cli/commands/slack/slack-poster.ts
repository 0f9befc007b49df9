import {join} from 'node:path'
import type {SourceInfo} from '../../../conversation/index.ts'
import {Conversation} from '../../../conversation/index.ts'
import type {Instant, Line} from '../../../model/index.ts'
import {formatNoun} from '../../../page/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {SlackLevel, SlackStatus} from '../../../render/slack/index.ts'
import {slackLevels, slackLimits} from '../../../render/slack/index.ts'
import {SinkError} from '../../../sinks/sink-error.ts'
import type {DeliveryBounds, DeliveryReport, JournalOwner, SlackApi} from '../../../sinks/slack/index.ts'
import {realClock, SlackOutbox, webApi, webhookApi} from '../../../sinks/slack/index.ts'
import {archiveHome} from '../../archive/data-folders.ts'
import type {Arguments} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {readNarratorOptions} from '../../printing/read-display-options.ts'
import {plainMention, resolveMention} from './resolve-mention.ts'
import type {MirrorOutput} from './slack-mirror.ts'
import {SlackMirror} from './slack-mirror.ts'
import type {SlackSettings} from './slack-settings.ts'
import {slackSettings} from './slack-settings.ts'

/** Posts a conversation to Slack while something else is done with it. Only `finish` waits. */
export interface SlackPoster {
  begin(source: string, info: SourceInfo): void
  read(line: Line, arrivedAt?: Instant): void
  pass(now: Instant): void
  end(source: string): void
  /** All that was there has been read; what is new from here on is sent as it comes. */
  caughtUp(): void
  /** Everything is read again from its beginning. What was posted has the same keys then, and is not posted twice. */
  reset(): void
  /** Sends what is left, and reports problems. `isOver` is false if the run continues. */
  finish(isOver?: boolean): Promise<SlackPosterReport>
}

/** How it went. */
export interface SlackPosterReport extends Pick<DeliveryReport, 'left' | 'calls'> {
  readonly problems: readonly string[]
  /** All of it is in Slack. */
  readonly isComplete: boolean
}

/** How a teller is to go about it. */
export interface SlackPosterOptions extends DeliveryBounds {
  readonly patienceMs?: number | undefined
  readonly overrides?: PriceOverrides | undefined
  /** Everything that is there is read before anything is sent. */
  readonly held: boolean
}

/** The way to Slack that the settings name. */
export const apiFor = (settings: SlackSettings): SlackApi =>
  settings.webhook === undefined
    ? webApi({token: settings.token, url: settings.apiUrl})
    : webhookApi(settings.webhook)

/** A teller as the user wants it. Fails where Slack is not set up. */
export function openSlackPoster(host: Host, given: Arguments, options: SlackPosterOptions): SlackPoster {
  const settings = slackSettings(host, given)
  const api = apiFor(settings)
  const problems = new Set<string>()
  const outbox = new SlackOutbox({
    api,
    clock: realClock,
    channel: settings.channel,
    threadTs: settings.threadTs,
    folder: join(archiveHome(host), 'slack'),
    owner: journalOwner,
    limits: {blocks: slackLimits.blocks.max, characters: slackLimits.messageText.max},
    held: options.held,
  })
  const {mention} = settings
  let called = mention === undefined ? undefined : plainMention(mention)
  const known =
    mention === undefined || called !== undefined
      ? undefined
      : resolveMention(api, mention).then(
          (found) => {
            called = found
          },
          (error: unknown) => void problems.add(sentenceOf(error)),
        )
  const newMirror = (): SlackMirror =>
    new SlackMirror({
      state: new Conversation({
        keep: 'open',
        oneAtATime: given.switches.has('one-at-a-time'),
        maxSilenceMs: options.patienceMs,
      }),
      thread: {
        level: readSlackLevel(given),
        get mention() {
          return called
        },
      },
      heading: readNarratorOptions(host, given).heading,
      redact: !given.switches.has('slack-no-redact'),
      overrides: options.overrides,
      open: (session) => openOutput(outbox, session),
    })
  return guarded(newMirror, outbox, problems, readBounds(given, options), known)
}

/** How long to look up the user to mention before posting without a mention. */
const maxMentionSearchMs = 20_000

/** The level in the options. */
export const readSlackLevel = (given: Arguments): SlackLevel =>
  slackLevels.find((level) => level === given.values.get('slack-level')) ?? 'normal'

function readBounds(given: Arguments, options: SlackPosterOptions): DeliveryBounds {
  const seconds = wholeNumber(given, 'slack-wait', {min: 0, max: 86_400})
  return seconds === undefined ? options : {boundMs: seconds * 1000, stallMs: seconds * 1000}
}

function openOutput(outbox: SlackOutbox, session: string): MirrorOutput {
  const thread = outbox.thread(session)
  return {
    put: (message) => thread.put(message),
    status: (status) => thread.react(statusReaction(status)),
  }
}

/**
 * Problems are reported at the end and stop nothing else. Nothing is posted before the user to mention is known, because a
 * short run may already have failed by then.
 */
function guarded(
  newMirror: () => SlackMirror,
  outbox: SlackOutbox,
  problems: Set<string>,
  bounds: DeliveryBounds,
  known: Promise<void> | undefined,
): SlackPoster {
  let mirror = newMirror()
  let isBroken = false
  let waiting: (() => void)[] | undefined = known && []
  const goOn = (): void => {
    const works = waiting ?? []
    waiting = undefined
    for (const work of works) mind(work)
  }
  const isKnown = known?.then(goOn)
  const mind = (work: () => void): void => {
    if (waiting) waiting.push(work)
    if (isBroken || waiting) return
    try {
      work()
    } catch (error) {
      isBroken = true
      problems.add(sentenceOf(error))
    }
  }
  return {
    begin: (source, info) => mind(() => mirror.begin(source, info)),
    read: (line, arrivedAt) => mind(() => mirror.read(line, arrivedAt)),
    pass: (now) => mind(() => mirror.pass(now)),
    end: (source) => mind(() => mirror.end(source)),
    caughtUp: () => mind(() => outbox.release()),
    reset: () =>
      mind(() => {
        mirror = newMirror()
      }),
    async finish(isOver = true) {
      if (isKnown) await realClock.within(Math.min(bounds.boundMs, maxMentionSearchMs), isKnown)
      goOn()
      if (isOver) mind(() => mirror.finish())
      const {left, calls, trouble, problems: met} = await outbox.finish(bounds)
      const all = [...problems, ...met]
      if (left > 0 && met.length === 0) all.push(leftSentence(left, trouble))
      return {left, calls, problems: all, isComplete: left === 0 && !isBroken}
    },
  }
}

function leftSentence(left: number, trouble: string | undefined): string {
  const why = trouble === undefined ? 'the time limit was reached' : trouble
  return `Cannot post everything to Slack: ${formatNoun(left, 'message')} ${left === 1 ? 'is' : 'are'} missing or out of date (${why}). "recount slack" with the session's id sends the rest.`
}

const sentenceOf = (error: unknown): string =>
  error instanceof SinkError || error instanceof Failure
    ? error.message
    : `Cannot post this to Slack: ${error instanceof Error ? error.message : String(error)}.`

/** This process, and whether others still run. */
export const journalOwner: JournalOwner = {
  pid: process.pid,
  isAlive(pid) {
    try {
      process.kill(pid, 0)
      return true
    } catch (error) {
      // It runs, but belongs to another user.
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  },
}

/** Slack's names of 🚀, ✅, ⚠️ and ⏹. */
const reactions: Readonly<Record<SlackStatus, string>> = {
  running: 'rocket',
  completed: 'white_check_mark',
  failed: 'warning',
  'cut-off': 'black_square_for_stop',
}

/** The reaction on the first message of a thread: the run's status. */
export const statusReaction = (status: SlackStatus): string => reactions[status]
