import {sourceError} from '../sources/index.ts'
import {Failure} from './failure.ts'
import type {Host} from './host.ts'
import type {EndListener} from './listen-for-end.ts'
import {orUntil} from './or-until.ts'

/** What came through a pipe, and when it came. */
export interface Arrival {
  readonly chunk: Uint8Array
  readonly at: number
}

/** A pipe that made us wait for less than this had its bytes ready before: nobody knows since when. */
const leastWait = 20

const never = new Promise<never>(() => {})

/** Who may ask that no more is waited for, and hears when it is. */
export interface Listener
  extends Pick<EndListener, 'stopped'>,
    Partial<Pick<EndListener, 'listening' | 'heard'>> {}

/**
 * Standard input as it arrives. Its times tell how long was waited for bytes, not how long we took to print: what is
 * read from a file through a pipe has arrived at once. Ends early, with nothing lost of what was there, when it is
 * asked to.
 */
export async function* followStdin(host: Host, end?: Listener): AsyncGenerator<Arrival> {
  const chunks = host.stdin[Symbol.asyncIterator]()
  const come = orUntil(end?.stopped ?? never)
  let at = host.now()
  try {
    for (;;) {
      const asked = host.now()
      end?.listening?.()
      const next = await come(chunks.next())
      end?.heard?.()
      if (!next || next.done) return
      const now = host.now()
      if (now - asked >= leastWait) at = now
      yield {chunk: next.value, at}
    }
  } catch (error) {
    // Standard input may be a folder, or a terminal that goes away.
    throw sourceError('standard input', error)
  } finally {
    host.stdin.destroy?.()
  }
}

/** What to say of a pipe through which nothing came. */
export const emptyStdin = (): Failure =>
  new Failure(
    'Cannot read standard input: it was empty. Pipe a run into it: claude -p "…" --output-format stream-json --verbose | recount',
    1,
  )
