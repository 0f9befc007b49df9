import {readLines} from '../dialects/index.ts'
import type {SessionStep} from './read-session.ts'
import {SourceError, toSourceError} from './source-error.ts'
import {stoppableBy} from './stoppable-by.ts'

/** Bytes, and when they came. */
export interface ArrivedChunk {
  readonly chunk: Uint8Array
  readonly at: number
}

/** Where standard input comes from. */
export interface StdinHost {
  /** Destroyed when reading stops: an open pipe would keep the program from ending. */
  readonly stdin: AsyncIterable<Uint8Array> & {destroy?(): unknown}
  readonly now: () => number
}

/** How standard input is read. */
export interface StdinOptions {
  /** Gets bytes before their lines are given; these wait for it. */
  readonly onBytes?: (chunk: Uint8Array) => Promise<void> | void
  /** Who may ask that no more is waited for. */
  readonly end?: {
    readonly stopped: Promise<void>
    /** It was asked to stop, so that nothing may come at all. */
    readonly wasAskedToStop?: boolean
    /** Called before bytes are waited for, and when they came. */
    onWaiting?(): void
    onReceived?(): void
  }
}

/** A pipe that made us wait for less than this had its bytes ready before: nobody knows since when. */
const minWait = 20

/**
 * Reads standard input as it arrives: the same steps that `readSession` gives of its bytes in a file called `-`. Its
 * times say how long was waited for bytes, not how long we took to print: what is read from a file through a pipe has
 * arrived at once. Ends early, with nothing lost of what was there, when it is to stop.
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
  if (isEmpty && !wasStopped && !end?.wasAskedToStop)
    throw new SourceError(
      'Cannot read standard input: it is empty. Pipe a run into it: claude -p "…" --output-format stream-json --verbose | recount',
    )
}

/** Reads bytes as they arrive, as the only file of a session. If they fail to come, it fails after the end. */
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
  const come = end && stoppableBy(end.stopped)
  let at = now()
  try {
    for (;;) {
      const asked = now()
      end?.onWaiting?.()
      const next = await (come ? come(chunks.next()) : chunks.next())
      end?.onReceived?.()
      if (!next || next.done) return
      if (now() - asked >= minWait) at = now()
      yield {chunk: next.value, at}
    }
  } catch (error) {
    // Standard input may be a folder, or a terminal that goes away.
    throw toSourceError('standard input', error)
  } finally {
    stdin.destroy?.()
  }
}
