import {isSubstantial} from '../../conversation/fold/note-session.ts'
import type {Line} from '../../model/index.ts'
import type {Facts, TitleFact} from './facts.ts'

/** What a part of a file says about one session. */
export interface GatheredMention {
  cwd: string | undefined
  branch: string | undefined
  version: string | undefined
  model: string | undefined
  started: number | undefined
  ended: number | undefined
  turns: number
  /** Turns that a stream began before it had a result of the one before: background work woke the model. */
  woken: number
  records: number
  bytes: number
  /** The turn that was begun last has an answer, and nothing says that it is over. */
  isInTurn: boolean
  /** Something was said or done, and not only noted. */
  said: boolean
  readonly titles: Map<TitleFact['source'], string>
}

/** Gathers what is said about sessions. */
interface MentionGatherer {
  /** `bytes` are those of the record's line; without them it is not counted, because it will be read again. */
  add(session: string, line: Line, bytes: number | undefined, facts: Facts): void
  all(): ReadonlyMap<string, GatheredMention>
}

/** What somebody else knows of the sessions of a file: what they are called, and what was asked first. */
export interface KnownNames {
  readonly title?: string | undefined
  readonly prompt?: string | undefined
}

/** Nothing said yet, but perhaps an answer was begun in the part before, and this session `isInTurn` with it. */
export function gatherMentions({title, prompt}: KnownNames, goesOn: string | undefined): MentionGatherer {
  const mentions = new Map<string, GatheredMention>()
  const names = new Map<TitleFact['source'], string>()
  if (title !== undefined) names.set('custom', title)
  if (prompt !== undefined) names.set('prompt', prompt.trim().slice(0, 200))
  return {
    add(session, line, bytes, facts) {
      let mention = mentions.get(session)
      if (!mention) {
        mention = newMention(names, session === goesOn)
        mentions.set(session, mention)
      }
      mention.said ||= line.kind !== 'message' || isSubstantial(line.message)
      note(mention, facts)
      if (bytes !== undefined) count(mention, bytes, facts)
    },
    all: () => mentions,
  }
}

const newMention = (names: ReadonlyMap<TitleFact['source'], string>, goesOn: boolean): GatheredMention => ({
  cwd: undefined,
  branch: undefined,
  version: undefined,
  model: undefined,
  started: undefined,
  ended: undefined,
  turns: 0,
  woken: 0,
  records: 0,
  bytes: 0,
  isInTurn: goesOn,
  said: false,
  titles: new Map(names),
})

function note(mention: GatheredMention, facts: Facts): void {
  const {cwd, gitBranch, version, model, time, title} = facts
  mention.cwd ??= cwd
  mention.branch = gitBranch ?? mention.branch
  mention.version = version ?? mention.version
  mention.model = model ?? mention.model
  if (time !== undefined) {
    mention.started = Math.min(mention.started ?? time, time)
    mention.ended = Math.max(mention.ended ?? time, time)
  }
  // The first prompt names a session; of all other titles the newest does. What names a record is of its session.
  if (title && title.leaf === undefined && !(title.source === 'prompt' && mention.titles.has('prompt')))
    mention.titles.set(title.source, title.title)
}

function count(mention: GatheredMention, bytes: number, facts: Facts): void {
  mention.records += 1
  mention.bytes += bytes
  noteTurn(mention, facts)
}

/** A stream gives back what was asked, and in the middle of a turn what was queued when the model takes it up. */
function noteTurn(mention: GatheredMention, facts: Facts): void {
  const {opensTurn, isInit, isReplay, response, agent, report} = facts
  if (isInit && agent === undefined && mention.isInTurn) {
    mention.woken += 1
    mention.isInTurn = false
  }
  if (opensTurn && !(isReplay && mention.isInTurn)) {
    mention.turns += 1
    mention.isInTurn = false
  }
  if (response && agent === undefined) mention.isInTurn = true
  if (report?.kind === 'result') mention.isInTurn = false
}
