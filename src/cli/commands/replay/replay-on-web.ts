import type {SourceError} from '../../../sources/index.ts'
import {linesOf, stoppableBy} from '../../../sources/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {arrivalTimes} from '../../sessions/arrival-times.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import type {SessionInput} from '../../sessions/session-files.ts'
import {serveArchive} from '../serve/serve-archive.ts'
import {playInTime} from './play-in-time.ts'
import {readPace} from './playback-pace.ts'

/**
 * Plays a saved session into the live viewer, as if it were running now. It starts when someone opens its page. What is
 * before the part to play is shown at once.
 */
export async function replayWeb(
  host: Host,
  given: Arguments,
  input: SessionInput,
  skip: (problem: SourceError) => void,
): Promise<void> {
  const times = arrivalTimes(input.files)
  const pace = readPace(given, host.now)
  await serveArchive(host, given, {
    id: 'replay',
    hint: 'Playback starts when the page is opened.',
    now: pace.time,
    async play(room, {visited, stopped}) {
      await stoppableBy(stopped)(visited)
      const lines = linesOf(readSavedSession(input, skip), ({kind, file}) => {
        if (kind === 'begin') room.begin(file.path, file)
        else room.end(file.path)
      })
      for await (const {step: line} of playInTime(lines, times, pace, stopped)) room.fold([line], times(line))
    },
  })
}
