import type {Line} from '../../model/index.ts'
import {conversationOf} from '../../model/line.ts'
import type {Facts, ReportFact} from './facts.ts'
import type {GatheredCall} from './gather-calls.ts'
import {gatherCalls} from './gather-calls.ts'
import type {GatheredMention, KnownNames} from './gather-mentions.ts'
import {gatherMentions} from './gather-mentions.ts'
import type {GatheredResponse} from './gather-responses.ts'
import {gatherResponses} from './gather-responses.ts'
import {readFacts} from './read-facts.ts'

/** What the client reported in one record. */
export interface GatheredReport {
  readonly session: string
  readonly line: number
  readonly record: number
  readonly time: number | undefined
  readonly report: ReportFact
}

/** What lists and sums need of a part of a file, gathered so that little is left of many records. */
export interface GatheredFacts {
  readonly records: number
  /** Sessions that anything was said of. */
  readonly sessions: ReadonlySet<string>
  readonly calls: readonly GatheredCall[]
  readonly responses: readonly GatheredResponse[]
  readonly reports: readonly GatheredReport[]
  readonly mentions: ReadonlyMap<string, GatheredMention>
  readonly leaves: GatheredLeaves
  /** What the next part may refer to. */
  readonly after: FileThread
}

/** What the lines of a file refer to without naming it. */
export interface FileThread {
  /** The session that was named last. */
  readonly session: string | undefined
  /** The answer that was begun last in the main thread, as long as no result says that its turn is over. */
  readonly response: string | undefined
}

/** The thread of a file of which nothing was read. */
export const noFileThread: FileThread = {session: undefined, response: undefined}

/** A record, and where its file has it. */
interface FoundRecord {
  readonly read: Line
  /** In the file. */
  readonly line: number
  /** Of its line, for the first record in it. */
  readonly bytes: number
  /** Its line has no newline yet and will be read again: what it says is noted, but it is not counted. */
  readonly unfinished: boolean
}

/** Gathers the facts of records, in the order of a file. */
interface FactGatherer {
  add(record: FoundRecord): void
  end(): GatheredFacts
}

/** A file, with what its name and its neighbours tell of the sessions in it. */
interface NamedFile extends KnownNames {
  readonly session: string | undefined
  readonly path: string
}

/**
 * Begins to gather. A transcript's records belong to its file's session, because forks copy lines with the old id; a
 * stream's to the one that the line names, or the line before. What comes before the first name belongs to it as well;
 * as long as there is none, the conversation of a store or the file's path is used instead.
 */
export function gatherFacts(file: NamedFile, before: FileThread): FactGatherer {
  const calls = gatherCalls()
  const answers = gatherResponses(before.response)
  const mentions = gatherMentions(file, before.response === undefined ? undefined : before.session)
  const leaves = gatherLeaves()
  const reports: GatheredReport[] = []
  const sessions = new Set<string>()
  let last = file.session ?? before.session
  let nameless: (readonly [FoundRecord, Facts])[] = []
  let records = 0
  const keep = (session: string, {read, line, bytes, unfinished}: FoundRecord, facts: Facts): void => {
    sessions.add(session)
    calls.add(session, line, facts)
    answers.add(session, line, facts)
    // Half a record says nothing about its session yet.
    if (!unfinished || read.kind !== 'unreadable')
      mentions.add(session, read, unfinished ? undefined : bytes, facts)
    // Only transcripts have such.
    if (file.session !== undefined) leaves.add(line, facts)
    const {report, time} = facts
    if (report) reports.push({session, line, record: read.at.record, time, report})
  }
  const keepNameless = (session: string): void => {
    for (const [record, facts] of nameless) keep(session, record, facts)
    nameless = []
  }
  return {
    add(record) {
      const facts = readFacts(record.read)
      records += 1
      last = file.session ?? facts.session ?? last
      if (last === undefined) nameless.push([record, facts])
      else {
        if (nameless.length > 0) keepNameless(last)
        keep(last, record, facts)
      }
    },
    end() {
      const [first] = nameless
      keepNameless((first && conversationOf(first[0].read)) ?? file.path)
      return {
        records,
        sessions,
        calls: calls.all(),
        responses: answers.all(),
        reports,
        mentions: mentions.all(),
        leaves: leaves.all(),
        after: {session: last, response: answers.last()},
      }
    },
  }
}

/** A title that is of the session in which some record is, wherever that lies. */
interface LeafTitle {
  readonly line: number
  readonly leaf: string
  readonly title: string
}

/** What is needed to find out whose titles are. */
export interface GatheredLeaves {
  readonly titles: readonly LeafTitle[]
  /** The ids of records that such titles may name, without their dashes, one after the other. */
  readonly records: string
}

/** Gathers titles by record, and the records of the clients that wrote such. */
interface LeafGatherer {
  add(line: number, facts: Facts): void
  all(): GatheredLeaves
}

/** Clients up to 2.0 wrote them; for others their records need not be known. */
const oldVersion = /^(?:[01]|2\.0)\./
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Nothing yet. */
function gatherLeaves(): LeafGatherer {
  const titles: LeafTitle[] = []
  const records: string[] = []
  return {
    add(line, {id, version, title}) {
      if (title?.leaf !== undefined) titles.push({line, leaf: title.leaf, title: title.title})
      if (id !== undefined && version !== undefined && oldVersion.test(version) && uuid.test(id))
        records.push(id.replaceAll('-', ''))
    },
    all: () => ({titles, records: records.join('')}),
  }
}
