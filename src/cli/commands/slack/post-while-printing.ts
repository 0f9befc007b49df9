import type {Instant, Line} from '../../../model/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {SlackPosterOptions} from './slack-poster.ts'
import {openSlackPoster} from './slack-poster.ts'

/** Posts a stream to Slack while it is printed. */
export interface SlackFollower {
  read(lines: readonly Line[], at: Instant): void
  /** The stream is over: waits until Slack has everything, but not for ever, and says what it has not. */
  finish(): Promise<void>
}

/** The maximum time to wait for Slack after the end of a run. */
const boundMs = 30_000
/** How often silence is looked for. */
const checkIntervalMs = 1000

/** Starts posting. If Slack is not set up, that is reported, and printing continues without it. */
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
        for (const sentence of problems) await host.notify(sentence)
      },
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await host.notify(error.message)
    return undefined
  }
}
