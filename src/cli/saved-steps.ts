import type {Line} from '../model/index.ts'
import type {SourceError} from '../sources/index.ts'
import {Failure} from './failure.ts'
import {newTally} from './inspection.ts'
import {readInOrder} from './read-in-order.ts'
import type {Input} from './read-paths.ts'
import {refuseBinary} from './refuse-binary.ts'

/** What comes next in a saved session: a line, or the end of one of its files. */
export type SavedStep =
  | {readonly line: Line; readonly ended?: never}
  | {readonly line?: never; readonly ended: string}

/**
 * Reads a saved session as it happened. A file that was named must be readable and hold something; its companions
 * need not.
 */
export function* savedSteps(
  {path, files}: Input,
  skipped: (problem: SourceError) => void,
): Generator<SavedStep> {
  const tally = newTally()
  for (const step of readInOrder(files)) {
    if (step.kind === 'line') {
      tally.look(step.line)
      yield {line: step.line}
      continue
    }
    tally.finish(step.reader)
    if (step.problem && step.file.path === path) throw step.problem
    if (step.problem) skipped(step.problem)
    yield {ended: step.file.path}
  }
  refuseBinary(tally, [path])
  if (tally.isEmpty()) throw new Failure(`Nothing to show: ${path} is empty.`, 1)
}
