import type {Line} from '../../model/index.ts'
import type {SourceError} from '../../sources/index.ts'
import type {Arguments} from '../command.ts'
import type {Host} from '../host.ts'
import {inTime} from '../in-time.ts'
import {orUntil} from '../or-until.ts'
import {paceFor} from '../pace.ts'
import type {Input} from '../read-paths.ts'
import {savedSteps} from '../saved-steps.ts'
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
  const timeOf = ({line}: {readonly line?: Line}) => line && times(line)
  await serveArchive(host, given, {
    id: 'replay',
    hint: 'The replay begins when the page is opened.',
    now: pace.time,
    async play(room, {visited, stopped}) {
      await orUntil(stopped)(visited)
      for (const {path, ...info} of input.files) room.begin(path, info)
      for await (const {step} of inTime(savedSteps(input, skip), timeOf, pace, stopped)) {
        if (step.line) room.fold([step.line], times(step.line))
        else room.end(step.ended)
      }
    },
  })
}
