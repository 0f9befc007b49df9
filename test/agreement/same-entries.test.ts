import {expect, test} from 'vitest'
import {Conversation} from '../../src/conversation/index.ts'
import {describePage, Narrator} from '../../src/describe/index.ts'
import {emptySession} from '../../src/page/empty-session.ts'
import type {Depth, Entry, PageEntry, SessionPage} from '../../src/page/index.ts'
import {depths, walkEntries} from '../../src/page/index.ts'
import {SessionFold} from '../../src/server/live-session/session-fold.ts'
import {SliceRenderer} from '../../src/server/live-session/slice-renderer.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {readSession} from '../../src/sources/index.ts'
import {allRecordings, foldFiles} from '../support/conversation/recordings.ts'

/** What a reader sees of an entry, apart from what is inside it. */
const essenceOf = ({key, kind, depth, title, subject, turn, lane}: Entry): string =>
  [key, kind, depth, turn, lane?.key, title, subject].join(' | ')

/**
 * A page can change what it says of a call, and add an agent that never spoke. A terminal prints each thing once: the
 * head of a session and the end of background work are lines of their own there.
 */
function comparable(entries: Iterable<Entry>, conversation: Conversation): ReadonlyMap<string, string> {
  const silent = new Set(
    [...conversation.sessions.values()].flatMap(({agents}) =>
      agents.filter(({items}) => items.length === 0).map(({key}) => `agent-${key}`),
    ),
  )
  return new Map(
    [...entries]
      .filter(({key, kind}) => kind !== 'session' && kind !== 'task' && !silent.has(key))
      .map((entry) => [entry.key, essenceOf(entry)]),
  )
}

/** What the terminal shows at each depth. */
function printedFrom(conversation: Conversation, files: readonly SourceFile[]): ReadonlyMap<Depth, Entry[]> {
  const printed = new Map<Depth, Entry[]>()
  const narrators = depths.map((depth) => {
    const entries: Entry[] = []
    printed.set(depth, entries)
    return {entries, narrator: new Narrator({depth, pair: true, thinking: true, heading: {}})}
  })
  conversation.subscribe((changes) => {
    for (const {entries, narrator} of narrators) entries.push(...narrator.apply(changes))
  })
  foldFiles(files, {state: conversation})
  for (const {entries, narrator} of narrators) entries.push(...narrator.finish())
  return printed
}

/** What `show` prints of files that are read together, with a conversation that keeps all or only what is open. */
function shownOf(files: readonly SourceFile[], keep: 'all' | 'open'): readonly string[] {
  const conversation = new Conversation({keep})
  const narrator = new Narrator({depth: 'all', pair: true, thinking: true, heading: {}})
  const entries: Entry[] = []
  conversation.subscribe((changes) => void entries.push(...narrator.apply(changes)))
  for (const step of readSession(files)) {
    if (step.kind === 'begin') conversation.begin(step.file.path, step.file)
    else if (step.kind === 'lines') for (const line of step.lines) conversation.add(line)
    else conversation.end(step.file.path)
  }
  // What is not kept cannot say in which earlier turn something is.
  return [...entries, ...narrator.finish()].map((entry) => essenceOf({...entry, turn: undefined})).sort()
}

/** What the viewer shows of a session at a depth, slice by slice. */
function viewedAt(depth: Depth, fold: SessionFold): readonly PageEntry[] {
  const renderer = new SliceRenderer(fold, {
    zone: 'UTC',
    depth,
    overrides: undefined,
    imageUrl: () => undefined,
    around: () => emptySession(''),
  })
  return [...(fold.slices?.all() ?? [])].flatMap((slice) => [...walkEntries(renderer.entriesOf(slice))])
}

const entriesOf = ({turns}: SessionPage): readonly PageEntry[] =>
  turns.flatMap((turn) => [...walkEntries(turn.entries)])

for (const {name, streams, transcripts} of allRecordings()) {
  for (const [side, files] of Object.entries({streams, transcripts})) {
    if (files.length === 0) continue
    test(`terminal, page and viewer show the same of ${name}, ${side}, at every depth`, () => {
      const conversation = new Conversation()
      const printed = printedFrom(conversation, files)
      for (const depth of depths) {
        const entries = describePage(conversation, {depth, thinking: true}).sessions.flatMap(entriesOf)
        const expected = comparable(printed.get(depth) ?? [], conversation)
        expect(comparable(entries, conversation), `${depth}: page and terminal`).toEqual(expected)
      }
      for (const {id} of conversation.substantialSessions()) {
        const fold = new SessionFold(id)
        foldFiles(files, {state: fold.conversation})
        fold.findBranches()
        for (const depth of depths) {
          const page = describePage(conversation, {depth, thinking: true}).sessions.find(
            (own) => own.sessionId === id,
          )
          const shown = page ? entriesOf(page) : []
          expect(viewedAt(depth, fold).map(withoutPlace), depth).toEqual(shown.map(withoutPlace))
        }
      }
    })
  }
}

for (const {name, streams, transcripts} of allRecordings()) {
  if (streams.length === 0 || transcripts.length === 0) continue
  test(`a stream and its transcript together, ${name}, are printed once, as if everything were kept`, () => {
    const files = [...streams, ...transcripts]
    expect(shownOf(files, 'open')).toEqual(shownOf(files, 'all'))
  })
}

/** An entry without what is below it: a long turn is arranged slice by slice in the viewer. */
const withoutPlace = ({below: _, ...entry}: PageEntry): object => entry
