import type {Instant, Line} from '../../model/index.ts'
import type {Arguments} from '../command.ts'
import {complain} from '../complain.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import type {TellerOptions} from './teller.ts'
import {openTeller} from './teller.ts'

/** Tells a stream in Slack beside what is printed of it. */
export interface Along {
  read(lines: readonly Line[], at: Instant): void
  /** The stream is over: waits until Slack has everything, but not for ever, and says what it has not. */
  finish(): Promise<void>
}

/** A run that ended holds nobody up for longer than this. */
const bound = 30_000
/** How often silence is looked for. */
const pause = 1000

/** Begins to tell along. Where Slack is not set up that is said, and printing goes on without it. */
export async function tellAlong(
  host: Host,
  given: Arguments,
  options: Pick<TellerOptions, 'patienceMs' | 'overrides'>,
): Promise<Along | undefined> {
  try {
    const teller = openTeller(host, given, {...options, held: false, boundMs: bound, stallMs: bound})
    const timer = setInterval(() => teller.pass(host.now()), pause)
    return {
      read: (lines, at) => {
        for (const line of lines) teller.read(line, at)
      },
      async finish() {
        clearInterval(timer)
        teller.end('-')
        const {problems} = await teller.finish()
        for (const sentence of problems) await complain(host, sentence)
      },
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await complain(host, error.message)
    return undefined
  }
}
