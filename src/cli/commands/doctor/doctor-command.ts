import type {Command} from '../../arguments/command.ts'
import {jsonOption} from '../../arguments/common-options.ts'

/** `recount doctor`. */
export const doctorCommand: Command = {
  name: 'doctor',
  operands: '',
  summary: 'Check the archive and its search index, and repair them.',
  description:
    'Checks the database, the checksum of every block, whether all rows match the archived bytes, and the search index. ' +
    'Repairs damage from the bytes that can still be read and from the files that are still on disk. Lists what is ' +
    'lost. Keeps the damaged archive as archive.db.damaged-…. Exits with status 0 only if nothing was damaged.',
  options: [jsonOption],
  examples: ['recount doctor'],
  load: async () => (await import('./run-doctor.ts')).runDoctor,
}
