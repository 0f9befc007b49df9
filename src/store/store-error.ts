import {describeWriteFailure} from '../sinks/sink-error.ts'
import {SourceError} from '../sources/source-error.ts'

/** A conversation store that could not be read or written, in one sentence. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Does something, and says in a sentence why it failed; what says so already stays as it is. */
export function withStoreError<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreError) throw error
    if (error instanceof SourceError) throw new StoreError(error.message)
    if (error instanceof Error && !('code' in error)) throw error
    throw new StoreError(`Cannot ${what}: ${describeWriteFailure(error)}.`)
  }
}
