import {describeWriteFailure} from '../sinks/sink-error.ts'
import {SourceError} from '../sources/source-error.ts'

/** A conversation store that could not be read or written. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Runs a function and turns its errors into `StoreError`s. */
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
