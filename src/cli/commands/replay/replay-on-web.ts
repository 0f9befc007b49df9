import {linesOf, type SourceError, stoppableBy} from '../../../sources/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import {arrivalTimes, type SessionInput} from '../../sessions/session-files.ts'
import {serveArchive} from '../serve/serve-archive.ts'
import {playInTime, readPace} from './playback-pace.ts'

/**
 * Plays a saved session into the live viewer, as if it were running now. It starts when the page is opened. Everything
 * before the part to play is shown immediately.
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
    async play(live, {visited, stopped}) {
      await stoppableBy(stopped)(visited)
      const lines = linesOf(readSavedSession(input, skip), ({kind, file}) => {
        if (kind === 'begin') live.begin(file.path, file)
        else live.end(file.path)
      })
      for await (const {step: line} of playInTime(lines, times, pace, stopped)) live.fold([line], times(line))
    },
  })
}
