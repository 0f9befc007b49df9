import type {Instant, Line} from '../../../model/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {openSlackPoster, type SlackPosterOptions} from './slack-poster.ts'

/** Posts a stream to Slack while it is printed. */
export interface SlackFollower {
  read(lines: readonly Line[], at: Instant): void
  /** The stream has ended: waits, within limits, until everything is posted, and reports problems. */
  finish(): Promise<void>
}

/** The maximum time to wait for Slack after the end of a run. */
const boundMs = 30_000
/** How often to look for silent calls. */
const checkIntervalMs = 1000

/** Starts posting. If Slack is not set up, that is reported, and printing continues without it. */
export async function postWhilePrinting(
  host: Host,
  given: Arguments,
  options: Pick<SlackPosterOptions, 'patienceMs' | 'overrides'>,
): Promise<SlackFollower | undefined> {
  try {
    const poster = openSlackPoster(host, given, {...options, held: false, boundMs, stallMs: boundMs})
    const timer = setInterval(() => poster.pass(host.now()), checkIntervalMs)
    return {
      read: (lines, at) => {
        for (const line of lines) poster.read(line, at)
      },
      async finish() {
        clearInterval(timer)
        poster.end('-')
        const {problems} = await poster.finish()
        for (const sentence of problems) await host.notify(sentence)
      },
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await host.notify(error.message)
    return undefined
  }
}
