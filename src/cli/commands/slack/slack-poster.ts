import {join} from 'node:path'
import {Conversation, type SourceInfo} from '../../../conversation/index.ts'
import type {Instant, Line} from '../../../model/index.ts'
import {formatNoun} from '../../../page/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import {type SlackLevel, type SlackStatus, slackLevels, slackLimits} from '../../../render/slack/index.ts'
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
import {SlackMirror} from './slack-mirror.ts'
import {type SlackSettings, slackSettings} from './slack-settings.ts'

/** Posts a conversation to Slack while something else is done with it. Only `finish` waits. */
export interface SlackPoster {
  begin(source: string, info: SourceInfo): void
  read(line: Line, arrivedAt?: Instant): void
  pass(now: Instant): void
  end(source: string): void
  /** Everything that existed has been read; new entries are sent as they arrive. */
  caughtUp(): void
  /** Everything is read again from the start. Messages have the same keys again, so they are not posted twice. */
  reset(): void
  /** Sends what is left, and reports problems. `isOver` is false if the run continues. */
  finish(isOver?: boolean): Promise<SlackPosterReport>
}

/** The result of posting. */
export interface SlackPosterReport extends Pick<DeliveryReport, 'left' | 'calls'> {
  readonly problems: readonly string[]
  /** All of it is in Slack. */
  readonly isComplete: boolean
}

/** The options of a poster. */
export interface SlackPosterOptions extends DeliveryBounds {
  readonly patienceMs?: number | undefined
  readonly overrides?: PriceOverrides | undefined
  /** Nothing is sent before everything that exists has been read. */
  readonly held: boolean
}

/** The API or the webhook in the settings. */
export const apiFor = (settings: SlackSettings): SlackApi =>
  settings.webhook === undefined
    ? webApi({token: settings.token, url: settings.apiUrl})
    : webhookApi(settings.webhook)

/** The poster for the options. Fails if Slack is not set up. */
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
      open: (session) => {
        const {put, react} = outbox.thread(session)
        return {put, status: (status) => react(statusReactions[status])}
      },
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
  const release = (): void => {
    const works = waiting ?? []
    waiting = undefined
    for (const work of works) attempt(work)
  }
  const isKnown = known?.then(release)
  const attempt = (work: () => void): void => {
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
    begin: (source, info) => attempt(() => mirror.begin(source, info)),
    read: (line, arrivedAt) => attempt(() => mirror.read(line, arrivedAt)),
    pass: (now) => attempt(() => mirror.pass(now)),
    end: (source) => attempt(() => mirror.end(source)),
    caughtUp: () => attempt(() => outbox.release()),
    reset: () =>
      attempt(() => {
        mirror = newMirror()
      }),
    async finish(isOver = true) {
      if (isKnown) await realClock.within(Math.min(bounds.boundMs, maxMentionSearchMs), isKnown)
      release()
      if (isOver) attempt(() => mirror.finish())
      const {left, calls, trouble, problems: met} = await outbox.finish(bounds)
      const all = [...problems, ...met]
      if (left > 0 && met.length === 0) all.push(leftSentence(left, trouble))
      return {left, calls, problems: all, isComplete: left === 0 && !isBroken}
    },
  }
}

function leftSentence(left: number, trouble: string | undefined): string {
  const why = trouble ?? 'the time limit was reached'
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

/** The reaction on the first message of a thread, the run's status: Slack's names of 🚀, ✅, ⚠️ and ⏹. */
export const statusReactions: Readonly<Record<SlackStatus, string>> = {
  running: 'rocket',
  completed: 'white_check_mark',
  failed: 'warning',
  'cut-off': 'black_square_for_stop',
}
