import {isTitle, readRequestText} from '../../conversation/fold/fold-title.ts'
import type {Instant, LastStep, Line, Message} from '../../model/index.ts'
import {conversationOf} from '../../model/line.ts'
import type {SourceFile} from '../../sources/index.ts'
import {type GatheredCall, gatherCalls, newBySession} from './gather-calls.ts'
import type {GatheredMention, TitleSource} from './gather-mentions.ts'
import {countTurn, gatherMention, newMention} from './gather-mentions.ts'
import type {GatheredResponse, ResponseNumbers} from './gather-responses.ts'
import {gatherResponse, readResponse} from './gather-responses.ts'
import {type ReportFact, readReport} from './read-report.ts'

/** The origin of a record. */
export type Origin = Pick<Message, 'session' | 'id' | 'agent' | 'time'>

/** A message of a file, with what all gatherers need of it. */
export interface SeenMessage {
  readonly session: string
  readonly line: number
  readonly message: Message
  readonly agent: string | undefined
  readonly time: Instant | undefined
  readonly response: ResponseNumbers | undefined
}

/** What the client reported in one record. */
export interface GatheredReport {
  readonly session: string
  readonly line: number
  readonly record: number
  readonly time: number | undefined
  readonly report: ReportFact
}

/** What lists and sums need of a part of a file, gathered so that few rows are left of many records. */
export interface GatheredFacts {
  readonly records: number
  /** Sessions that the part mentions. */
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
  /** The response that began last in the main thread, until a result says that its turn is over. */
  readonly response: string | undefined
  /** The last step of that session. */
  readonly lastStep: LastStep | undefined
}

/** The thread of a file of which nothing was read. */
export const noFileThread: FileThread = {session: undefined, response: undefined, lastStep: undefined}

/** Titles of old clients that name a record, and what is needed to find its session. */
export interface GatheredLeaves {
  readonly titles: readonly {readonly line: number; readonly leaf: string; readonly title: string}[]
  /** The ids of records that such titles may name, without their dashes, one after the other. */
  readonly records: string
}

/** A record and its position in the file. */
interface FoundRecord {
  readonly read: Line
  /** In the file. */
  readonly line: number
  /** Of its line, for the first record in it. */
  readonly bytes: number
  /** Its line has no newline yet and will be read again: what it says is noted, but it is not counted. */
  readonly unfinished: boolean
}

/** Clients up to 2.0 wrote titles that name a record; the records of other clients need not be known. */
const oldVersion = /^(?:[01]|2\.0)\./
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Starts to gather the facts of records, in the order of a file. A transcript's records belong to its file's session, because forks copy lines with the old id; a
 * stream's to the session that the line names, or the line before. Records before the first name belong to it as well;
 * if there is none, the conversation of a store or the file's path is used instead.
 */
export function gatherFacts(file: SourceFile, before: FileThread) {
  const calls = newBySession<GatheredCall>()
  const responses = newBySession<GatheredResponse>()
  const mentions = new Map<string, GatheredMention>()
  const reports: GatheredReport[] = []
  const leafTitles: GatheredLeaves['titles'][number][] = []
  const leafRecords: string[] = []
  const sessions = new Set<string>()
  const titles = new Map<TitleSource, string>()
  if (file.title !== undefined) titles.set('custom', file.title)
  if (file.prompt !== undefined) titles.set('prompt', file.prompt.trim().slice(0, maxPromptTitle))
  const inTurn = before.response === undefined ? undefined : before.session
  let begun = before.response
  let last = file.session ?? before.session
  let nameless: FoundRecord[] = []
  let records = 0

  const mentionIn = (session: string): GatheredMention => {
    const mention =
      mentions.get(session) ??
      newMention(titles, session === inTurn, session === before.session ? before.lastStep : undefined)
    mentions.set(session, mention)
    return mention
  }
  const gather = (session: string, {read, line, bytes, unfinished}: FoundRecord): void => {
    sessions.add(session)
    // Half a record says nothing about its session yet.
    if (unfinished && read.kind === 'unreadable') return
    const mention = mentionIn(session)
    if (!unfinished) {
      mention.records += 1
      mention.bytes += bytes
    }
    if (read.kind !== 'message') {
      mention.said = true
      return
    }
    const {message} = read
    const {id, agent, time} = readOrigin(read)
    const response = readResponse(message)
    const seen = {session, line, message, agent, time, response}
    gatherCalls(calls, seen)
    if (message.kind === 'result' && !message.made) begun = undefined
    if (response) {
      const first = gatherResponse(responses, response.responseId ?? begun ?? '', response, seen)
      if (first && agent === undefined) begun = first.message
    }
    gatherMention(mention, seen)
    if (!unfinished) countTurn(mention, seen)
    const title = readTitle(message)
    if (title?.leaf === undefined) addTitle(mention, title)
    // Only transcripts have such titles.
    else if (file.session !== undefined) leafTitles.push({line, leaf: title.leaf, title: title.title})
    if (
      file.session !== undefined &&
      id !== undefined &&
      oldVersion.test(message.version ?? '') &&
      uuid.test(id)
    )
      leafRecords.push(id.replaceAll('-', ''))
    const report = readReport(read)
    if (report) reports.push({session, line, record: read.at.record, time, report})
  }
  const gatherNameless = (session: string): void => {
    for (const record of nameless) gather(session, record)
    nameless = []
  }
  return {
    add(record: FoundRecord): void {
      records += 1
      last =
        file.session ?? (record.read.kind === 'message' ? record.read.message.session : undefined) ?? last
      if (last === undefined) nameless.push(record)
      else {
        if (nameless.length > 0) gatherNameless(last)
        gather(last, record)
      }
    },
    end(): GatheredFacts {
      const [first] = nameless
      gatherNameless((first && conversationOf(first.read)) ?? file.path)
      return {
        records,
        sessions,
        calls: calls.all(),
        responses: responses.all(),
        reports,
        mentions,
        leaves: {titles: leafTitles, records: leafRecords.join('')},
        after: {
          session: last,
          response: begun,
          lastStep:
            mentions.get(last ?? '')?.lastStep ?? (last === before.session ? before.lastStep : undefined),
        },
      }
    },
  }
}

/** Reads the origin of a record: its session, agent and time. */
export function readOrigin(line: Line): Origin {
  if (line.kind !== 'message') return noOrigin
  const {session, id, agent, parentCall, sidechain, time} = line.message
  // Sidechains of old transcripts name no agent.
  return {session, id, agent: agent ?? parentCall ?? (sidechain ? 'sidechain' : undefined), time}
}

/** The origin of facts that come from no message. */
export const noOrigin: Origin = {session: undefined, id: undefined, agent: undefined, time: undefined}

/** A title that a message gives a session. */
interface Title {
  readonly source: TitleSource
  readonly title: string
  /** The record of another file whose session it is about; old clients wrote titles into the file they had open. */
  readonly leaf: string | undefined
}

/** Longer prompts are cut when they are used as a title. */
const maxPromptTitle = 200

function readTitle(message: Message): Title | undefined {
  if (message.kind === 'title') return isTitle(message) ? message : undefined
  if (message.kind !== 'prompt' && message.kind !== 'slash-command') return undefined
  const asked = message.sidechain || message.parentCall !== undefined ? undefined : readRequestText(message)
  return asked === undefined
    ? undefined
    : {source: 'prompt', title: asked.trim().slice(0, maxPromptTitle), leaf: undefined}
}

/** The first prompt names a session; of all other titles the newest does. */
function addTitle({titles}: GatheredMention, found: Title | undefined): void {
  if (found && !(found.source === 'prompt' && titles.has('prompt'))) titles.set(found.source, found.title)
}
