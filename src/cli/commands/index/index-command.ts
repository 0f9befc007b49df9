import type {Command} from '../../arguments/command.ts'
import {jsonOption} from '../../arguments/common-options.ts'

/** `recount index`. */
export const indexCommand: Command = {
  name: 'index',
  operands: '[folder]…',
  summary: 'Archive every session permanently and make it searchable.',
  description:
    "Indexes new files in Claude Code's folders and any folder indexed before, or in the folders given: transcripts, " +
    'agents, tool results and recorded streams, byte for byte. Unchanged files are skipped. Every other command that needs ' +
    "the archive does this first. The archive is in RECOUNT_HOME, or the system's data directory.",
  options: [
    {name: 'watch', help: 'Keep indexing new activity until Ctrl-C.'},
    {...jsonOption, help: 'Output one JSON object; with --watch, one object per line (docs/json.md).'},
  ],
  examples: ['recount index', 'recount index ~/recorded-streams', 'recount index --watch'],
  load: async () => (await import('./run-index.ts')).runIndex,
}
