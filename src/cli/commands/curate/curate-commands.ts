import type {Command, Option} from '../../arguments/command.ts'
import type {CurateVerb} from './run-curate.ts'

const load =
  (verb: CurateVerb): Command['load'] =>
  async () =>
    (await import('./run-curate.ts')).runCurate(verb)

const remove = (help: string): Option => ({name: 'remove', help})

const kept =
  ' It is kept in the archive only: files of Claude Code are not changed. A session is an id, the beginning of one, or latest.'

const orMessage = ' "session#message", as search prints it, means one message.'

/** `recount star`, `tag`, `note`, `name` and `hide`. */
export const curateCommands: readonly Command[] = [
  {
    name: 'star',
    operands: '<session>',
    summary: 'Star a session or message.',
    description: `Adds a star, which "recount ls --starred" and the search "is:starred" find.${kept}${orMessage}`,
    options: [remove('Remove the star.')],
    examples: ['recount star latest', 'recount star 3ae4c46c --remove'],
    load: load('star'),
  },
  {
    name: 'tag',
    operands: '<session> <tag>…',
    summary: 'Tag a session or message.',
    description: `Adds tags, which "recount ls --tag" and the search "tag:incident" find.${kept}${orMessage}`,
    options: [remove('Remove these tags.')],
    examples: ['recount tag latest incident database', 'recount tag latest incident --remove'],
    load: load('tag'),
  },
  {
    name: 'note',
    operands: '<session> [text]…',
    summary: 'Write a note on a session or message.',
    description: `Replaces the note, which the search "note:flaky" finds.${kept}${orMessage}`,
    options: [remove('Remove the note.')],
    examples: ['recount note latest "The flaky test is fixed here"', 'recount note latest --remove'],
    load: load('note'),
  },
  {
    name: 'name',
    operands: '<session> [name]…',
    summary: 'Name a session.',
    description: `Sets a name that is shown instead of the session's title.${kept}`,
    options: [remove('Remove the name; the title is shown again.')],
    examples: ['recount name latest "Release 2.0"', 'recount name latest --remove'],
    load: load('name'),
  },
  {
    name: 'hide',
    operands: '<session>',
    summary: 'Hide a session in lists and searches.',
    description: `Leaves a session out of lists and searches. "recount ls --hidden" and the search "is:hidden" find it; usage still counts it.${kept}`,
    options: [remove('Show it again.')],
    examples: ['recount hide 3ae4c46c', 'recount hide 3ae4c46c --remove'],
    load: load('hide'),
  },
]
