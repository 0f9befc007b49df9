import type {SourceError} from '../../sources/index.ts'
import {linesOf, orUntil} from '../../sources/index.ts'
import type {Arguments} from '../command.ts'
import type {Host} from '../host.ts'
import {inTime} from '../in-time.ts'
import {paceFor} from '../pace.ts'
import type {Input} from '../read-input.ts'
import {readInput} from '../read-input.ts'
import {serveArchive} from '../serve/serve-archive.ts'
import {arrivalTimes} from './arrival-times.ts'

/**
 * Plays a saved session into the live viewer, as if it went on now. It begins when somebody opens its page. What stands
 * before the part that is played is there at once.
 */
export async function replayWeb(
  host: Host,
  given: Arguments,
  input: Input,
  skip: (problem: SourceError) => void,
): Promise<void> {
  const times = arrivalTimes(input.files)
  const pace = paceFor(given, host.now)
  await serveArchive(host, given, {
    id: 'replay',
    hint: 'The replay begins when the page is opened.',
    now: pace.time,
    async play(room, {visited, stopped}) {
      await orUntil(stopped)(visited)
      const lines = linesOf(readInput(input, skip), ({kind, file}) => {
        if (kind === 'begin') room.begin(file.path, file)
        else room.end(file.path)
      })
      for await (const {step: line} of inTime(lines, times, pace, stopped)) room.fold([line], times(line))
    },
  })
}
