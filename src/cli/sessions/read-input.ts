import type {Conversation} from '../../conversation/index.ts'
import type {OnSkipped, SessionStep} from '../../sources/index.ts'
import {readSession, readStdin, SourceError, uniqueFiles} from '../../sources/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {showProgress} from '../output/progress.ts'
import {newTally, type Tally} from './inspection.ts'
import type {SessionInput} from './session-files.ts'

/**
 * Reads a saved session in the order in which it happened. The file that was given must be readable and not empty; its
 * companions need not be.
 */
export function* readSavedSession(
  {path, files}: SessionInput,
  skipped: OnSkipped,
): Generator<SessionStep, void, undefined> {
  const tally = newTally()
  for (const step of readSession(files)) {
    if (step.kind === 'lines') for (const line of step.lines) tally.add(line)
    if (step.kind === 'end') {
      tally.finish(step.reader)
      if (step.problem && step.file.path === path) throw step.problem
      if (step.problem) skipped(step.problem)
    }
    yield step
  }
  rejectBinary(tally, [path])
  if (tally.isEmpty()) throw new Failure(`Nothing to show: ${path} is empty.`, 1)
}

/** How arguments are read. */
export interface ReadOptions {
  /** Finds the files of an argument. */
  find(word: string, skipped: OnSkipped): SessionInput
  /** The files of an argument are one session and are merged by time; else they are read one after the other. */
  readonly isSession: boolean
}

/**
 * Folds and counts everything that the arguments mean; `-` is standard input. A file that was given must be readable; one
 * that was only found is reported and skipped.
 */
export async function foldPaths(
  host: Host,
  state: Conversation,
  words: readonly string[],
  {find, isSession}: ReadOptions,
): Promise<Tally> {
  const tally = newTally()
  const skipped: SourceError[] = []
  const skip: OnSkipped = (problem) => skipped.push(problem)
  try {
    const inputs = removeRepeats(words.map((word) => (word === '-' ? standardInput : find(word, skip))))
    const progress = showProgress(host, inputs.flatMap(({files}) => files).length)
    try {
      for (const input of inputs) {
        const parts = isSession ? [input.files] : input.files.map((file) => [file])
        let read = 0
        for (const files of parts)
          read += await foldPart(host, state, {...input, files}, tally, progress, skip)
        if (read === 0)
          throw new SourceError(`Cannot find a transcript in ${input.path}: nothing there could be read.`)
      }
    } finally {
      await progress.end()
    }
  } finally {
    for (const {message} of skipped) await host.notify(message)
  }
  rejectBinary(tally, words)
  return tally
}

const standardInput: SessionInput = {path: '-', files: [{path: '-'}]}

/** A file that several arguments lead to is read once. */
function removeRepeats(inputs: readonly SessionInput[]): readonly SessionInput[] {
  const left = new Set(uniqueFiles(inputs.flatMap(({files}) => files.map(({path}) => path))))
  return inputs.flatMap((input) => {
    const files = input.files.filter(({path}) => left.delete(path))
    return files.length > 0 ? [{...input, files}] : []
  })
}

/** Folds files, merged by time; returns how many could be read. */
async function foldPart(
  host: Host,
  state: Conversation,
  {path, files}: SessionInput,
  tally: Tally,
  progress: ReturnType<typeof showProgress>,
  skip: OnSkipped,
): Promise<number> {
  let read = 0
  let bytes = 0
  const onBytes = (more: number): void => {
    bytes += more
  }
  const steps =
    path === '-' ? readStdin(host, {onBytes: ({length}) => onBytes(length)}) : readSession(files, onBytes)
  for await (const step of steps) {
    if (step.kind === 'begin') state.begin(step.file.path, step.file)
    else if (step.kind === 'lines') {
      for (const line of step.lines) {
        tally.add(line)
        state.add(line, step.at)
      }
    } else {
      state.end(step.file.path)
      if (step.problem && step.file.path === path) throw step.problem
      if (step.problem) skip(step.problem)
      else {
        tally.finish(step.reader)
        read += 1
      }
      progress.fileDone()
    }
    if (bytes > 0) await progress.advance(bytes)
    bytes = 0
  }
  return read
}

/** Fails for input that is not text. */
function rejectBinary(tally: Tally, words: readonly string[]): void {
  if (!tally.isBinary()) return
  throw new Failure(`Cannot read ${words.join(', ')}: it is a binary file, not a transcript or a stream.`, 1)
}
