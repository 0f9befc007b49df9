import type {Command} from '../../arguments/command.ts'
import {allProjectsOption, webOptions} from '../../arguments/common-options.ts'
import {liveDisplayOptions} from '../../arguments/display-options.ts'

/** `recount replay`. */
export const replayCommand: Command = {
  name: 'replay',
  operands: '<session|file|folder>',
  summary: 'Replay a saved session: in the terminal, on a web page, or as a stream.',
  description:
    'Prints a session at its original pace, as if it came through a pipe. Pauses are shortened to two seconds. Streams ' +
    'from older clients have no timestamps; unless they were recorded, lines are spaced evenly. With --format ' +
    'stream-json, recorded streams are reproduced exactly; transcripts are converted, and the init message says so.',
  options: [
    ...liveDisplayOptions,
    {name: 'speed', value: 'factor', help: 'Playback speed, e.g. 0.5, 4 or "max". Default: 1.'},
    allProjectsOption,
    {name: 'real-time', help: 'Do not shorten pauses.'},
    {name: 'from', value: 'time', help: 'Start at this offset (90s, 5m). Default: the start.'},
    {name: 'to', value: 'time', help: 'Stop at this offset. Default: the end.'},
    {
      name: 'format',
      value: 'name',
      choices: ['terminal', 'stream-json'],
      help: 'Output format: terminal (default) or stream-json (a stream that another program can read).',
    },
    {name: 'web', help: 'Replay on a local web page instead; playback starts when the page is opened.'},
    ...webOptions,
  ],
  examples: [
    'recount replay latest --speed 4',
    'recount replay session.jsonl --from 5m --to 10m',
    'recount replay latest --web --open --speed 4',
    'recount replay latest --format stream-json --speed max | my-program',
  ],
  load: async () => (await import('./run-replay.ts')).runReplay,
}
