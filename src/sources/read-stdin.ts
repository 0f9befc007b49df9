import {readLines} from '../dialects/index.ts'
import type {SessionStep} from './read-session.ts'
import {SourceError, toSourceError} from './source-error.ts'
import {stoppableBy} from './stoppable-by.ts'

/** Bytes with their arrival time. */
export interface ArrivedChunk {
  readonly chunk: Uint8Array
  readonly at: number
}

/** The source of standard input. */
export interface StdinHost {
  /** Destroyed when reading stops: an open pipe would keep the program from ending. */
  readonly stdin: AsyncIterable<Uint8Array> & {destroy?(): unknown}
  readonly now: () => number
}

/** How standard input is read. */
export interface StdinOptions {
  /** Receives bytes before their lines are given; reading waits for it. */
  readonly onBytes?: (chunk: Uint8Array) => Promise<void> | void
  /** Stops the reading early. */
  readonly end?: {
    readonly stopped: Promise<void>
    /** The user asked to stop, so an empty input is not an error. */
    readonly isInterrupted?: boolean
    /** Called before each wait for bytes. */
    onWaiting?(): void
    /** Called when bytes arrived or the input ended. */
    onReceived?(): void
  }
}

/** Bytes that arrived after a shorter wait were ready before, at an unknown time. */
const minWait = 20

/**
 * Reads standard input as it arrives: the same steps as `readSession` for a file called `-`. Times are those at which
 * bytes were waited for, so a file that is piped in has one time. It ends early when it is stopped, without losing
 * input that has arrived.
 */
export async function* readStdin(
  host: StdinHost,
  {onBytes, end}: StdinOptions = {},
): AsyncGenerator<SessionStep, void, undefined> {
  let isEmpty = true
  let wasStopped = false
  void end?.stopped.then(() => {
    wasStopped = true
  })
  for await (const step of readStream('-', readArrivals(host, end), onBytes)) {
    if (step.kind === 'end') isEmpty = step.reader.bytes === 0
    yield step
  }
  if (isEmpty && !wasStopped && !end?.isInterrupted)
    throw new SourceError(
      'Cannot read standard input: it is empty. Pipe a run into it: claude -p "…" --output-format stream-json --verbose | recount',
    )
}

/** Reads bytes as they arrive, as the only file of a session. If reading fails, it throws after the end. */
export async function* readStream(
  path: string,
  chunks: AsyncIterable<ArrivedChunk>,
  onBytes?: StdinOptions['onBytes'],
): AsyncGenerator<SessionStep, void, undefined> {
  const file = {path}
  const reader = readLines(path)
  let last: number | undefined
  let problem: SourceError | undefined
  yield {kind: 'begin', file}
  try {
    for await (const {chunk, at} of chunks) {
      await onBytes?.(chunk)
      const lines = reader.push(chunk)
      if (lines.length > 0) yield {kind: 'lines', lines, at}
      last = at
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    problem = error
  }
  const lines = reader.end()
  if (lines.length > 0) yield {kind: 'lines', lines, ...(last === undefined ? {} : {at: last})}
  yield {kind: 'end', file, reader, problem}
  if (problem) throw problem
}

async function* readArrivals(
  {stdin, now}: StdinHost,
  end: StdinOptions['end'],
): AsyncGenerator<ArrivedChunk> {
  const chunks = stdin[Symbol.asyncIterator]()
  const untilStopped = end && stoppableBy(end.stopped)
  let at = now()
  try {
    for (;;) {
      const asked = now()
      end?.onWaiting?.()
      const next = await (untilStopped ? untilStopped(chunks.next()) : chunks.next())
      end?.onReceived?.()
      if (!next || next.done) return
      if (now() - asked >= minWait) at = now()
      yield {chunk: next.value, at}
    }
  } catch (error) {
    // Standard input may be a folder, or a terminal that is closed.
    throw toSourceError('standard input', error)
  } finally {
    stdin.destroy?.()
  }
}
