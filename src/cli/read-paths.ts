import type {Conversation} from '../conversation/index.ts'
import type {Skipped, SourceFile} from '../sources/index.ts'
import {eachFileOnce, SourceError} from '../sources/index.ts'
import {complain} from './complain.ts'
import type {Host} from './host.ts'
import type {Tally} from './inspection.ts'
import {newTally} from './inspection.ts'
import type {Progress} from './progress.ts'
import {showProgress} from './progress.ts'
import {foldFile, foldStdin} from './read-source.ts'
import {refuseBinary} from './refuse-binary.ts'

/** What a word of the user means: a path, and the files to read for it. */
export interface Input {
  readonly path: string
  readonly files: readonly SourceFile[]
}

/** Finds out what a word means. */
export type Find = (word: string, skipped: Skipped) => Input

const standardInput: Input = {path: '-', files: [{path: '-'}]}

/**
 * Folds everything that the words mean, `-` being standard input, and counts it. A file that was named must be
 * readable; one that was only found is told on standard error and left out.
 */
export async function readPaths(
  host: Host,
  state: Conversation,
  words: readonly string[],
  find: Find,
): Promise<Tally> {
  const tally = newTally()
  const skipped: SourceError[] = []
  const skip: Skipped = (problem) => skipped.push(problem)
  try {
    const inputs = withoutRepeats(words.map((word) => (word === '-' ? standardInput : find(word, skip))))
    const progress = showProgress(host, inputs.flatMap(({files}) => files).length)
    try {
      for (const input of inputs) await readInput(host, state, input, {tally, progress, skip})
    } finally {
      await progress.end()
    }
  } finally {
    for (const {message} of skipped) await complain(host, message)
  }
  refuseBinary(tally, words)
  return tally
}

/** A file that several words lead to is read once; a word that leads to nothing else is no failure. */
function withoutRepeats(inputs: readonly Input[]): readonly Input[] {
  const left = new Set(eachFileOnce(inputs.flatMap(({files}) => files.map(({path}) => path))))
  return inputs.flatMap((input) => {
    const files = input.files.filter(({path}) => left.delete(path))
    return files.length > 0 ? [{...input, files}] : []
  })
}

interface Reading {
  readonly tally: Tally
  readonly progress: Progress
  readonly skip: Skipped
}

async function readInput(
  host: Host,
  state: Conversation,
  {path, files}: Input,
  {tally, progress, skip}: Reading,
): Promise<void> {
  const watcher = {look: tally.look, advance: progress.advance}
  let read = 0
  for (const file of files) {
    try {
      tally.finish(await (path === '-' ? foldStdin(state, host, watcher) : foldFile(state, file, watcher)))
      read += 1
    } catch (error) {
      if (!(error instanceof SourceError) || file.path === path) throw error
      skip(error)
    }
    progress.fileDone()
  }
  if (read === 0) throw new SourceError(`Cannot find a transcript in ${path}: nothing there could be read.`)
}
