import type {Curation, CurationChange} from '../../../archive/curation/curation.ts'
import {updateArchive, withArchive} from '../../archive/with-archive.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import {locateSession, unknownSession} from '../../sessions/resolve-session.ts'

/** What each command changes, and what it then says. */
interface Verb {
  change(words: readonly string[], remove: boolean): CurationChange
  describe(curation: Curation): string
}

const verbs = {
  star: {
    change: (_, remove) => ({starred: !remove}),
    describe: ({starred}) => (starred ? 'Starred' : 'Not starred'),
  },
  tag: {
    change: (words, remove) => (remove ? {removeTags: words} : {addTags: words}),
    describe: ({tags}) => (tags.length === 0 ? 'No tags' : `Tags: ${tags.join(', ')}`),
  },
  note: {
    change: (words, remove) => ({note: textOf('note', words, remove)}),
    describe: ({note}) => (note === undefined ? 'No note' : 'Note saved'),
  },
  name: {
    change: (words, remove) => ({name: textOf('name', words, remove)}),
    describe: ({name}) => (name === undefined ? 'No name' : `Named "${name}"`),
  },
  hide: {
    change: (_, remove) => ({hidden: !remove}),
    describe: ({hidden}) => (hidden ? 'Hidden' : 'Not hidden'),
  },
} satisfies Readonly<Record<string, Verb>>

export type CurateVerb = keyof typeof verbs

function textOf(verb: 'note' | 'name', words: readonly string[], remove: boolean): string {
  if (remove !== (words.length === 0))
    throw new Failure(`${verb} needs a text or --remove. See "recount ${verb} --help".`, 2)
  return words.join(' ')
}

/** Changes what is said about a session or message, in the archive. */
export const runCurate =
  (name: CurateVerb): RunCommand =>
  async (host, {operands: [word = '', ...words], switches}: Arguments) => {
    const verb: Verb = verbs[name]
    const change = verb.change(words, switches.has('remove'))
    const location = await locateSession(host, word, {all: true})
    if (!location) throw unknownSession(word)
    const {session: sessionId, message: messageId} = location
    if (sessionId === undefined)
      throw new Failure(
        `Cannot ${name} ${word}: it is a file or a folder. Give a session id; "recount ls" lists sessions.`,
        2,
      )
    await withArchive(host, async (archive) => {
      if (archive.readOnly)
        throw new Failure(`Cannot ${name} ${word}: the archive in ${archive.folder} cannot be written to.`, 1)
      await updateArchive(host, archive)
      const curation = await archive.curate({sessionId, messageId}, change, host.now())
      const [session] = await archive.sessions({id: sessionId, now: host.now()})
      const title = messageId === undefined ? (session?.title ?? '') : `message ${messageId}`
      await host.out.write(`${verb.describe(curation)}: ${sessionId.slice(0, 8)} ${title}`.trimEnd())
      await host.out.write('\n')
    })
  }
