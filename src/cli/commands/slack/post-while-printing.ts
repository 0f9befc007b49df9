import type {Instant, Line} from '../../../model/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {printNotice} from '../../output/print-notice.ts'
import type {SlackPosterOptions} from './slack-poster.ts'
import {openSlackPoster} from './slack-poster.ts'

/** Tells a stream in Slack beside what is printed of it. */
export interface SlackFollower {
  read(lines: readonly Line[], at: Instant): void
  /** The stream is over: waits until Slack has everything, but not for ever, and says what it has not. */
  finish(): Promise<void>
}

/** A run that ended holds nobody up for longer than this. */
const boundMs = 30_000
/** How often silence is looked for. */
const checkIntervalMs = 1000

/** Begins to tell along. Where Slack is not set up that is said, and printing goes on without it. */
export async function postWhilePrinting(
  host: Host,
  given: Arguments,
  options: Pick<SlackPosterOptions, 'patienceMs' | 'overrides'>,
): Promise<SlackFollower | undefined> {
  try {
    const teller = openSlackPoster(host, given, {...options, held: false, boundMs: boundMs, stallMs: boundMs})
    const timer = setInterval(() => teller.pass(host.now()), checkIntervalMs)
    return {
      read: (lines, at) => {
        for (const line of lines) teller.read(line, at)
      },
      async finish() {
        clearInterval(timer)
        teller.end('-')
        const {problems} = await teller.finish()
        for (const sentence of problems) await printNotice(host, sentence)
      },
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await printNotice(host, error.message)
    return undefined
  }
}
