import type {Conversation} from '../../conversation/index.ts'
import type {LineReader} from '../../dialects/index.ts'
import {type InspectionJson, toDollars, toMicros} from '../../json/index.ts'
import {hasLoneSurrogate} from '../../lines/index.ts'
import type {Line} from '../../model/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'

type Counts = InspectionJson['kinds']

/** Counts lines as they pass. */
export type Tally = ReturnType<typeof newTally>

/** Creates an empty tally. */
export function newTally() {
  const kindsOfLine = {message: 0, unknown: 0, unreadable: 0}
  const dialects = new Map<string, number>()
  const kinds = new Map<string, number>()
  const unknownTypes = new Map<string, number>()
  const unreadableReasons = new Map<string, number>()
  const versions = new Map<string, number>()
  const flaws = new Map<string, number>()
  let files = 0
  let bytes = 0
  return {
    add(line: Line): void {
      kindsOfLine[line.kind] += 1
      if (hasLoneSurrogate(line.text)) increment(flaws, 'lone-surrogate')
      if (line.kind === 'message') {
        increment(dialects, line.message.dialect)
        increment(kinds, line.message.kind)
        if (line.message.version !== undefined) increment(versions, line.message.version)
      } else if (line.kind === 'unknown') increment(unknownTypes, line.type)
      else increment(unreadableReasons, line.reason)
    },
    /** Adds what a reader knows at the end of a source. */
    finish(reader: LineReader): void {
      files += 1
      bytes += reader.bytes
      for (const [flaw, times] of Object.entries(reader.warnings)) increment(flaws, flaw, times)
    },
    /** Nothing could be read, and it was not text. */
    isBinary(): boolean {
      const {message, unknown, unreadable} = kindsOfLine
      const bytes = unreadableReasons.has('binary') || (flaws.get('invalid-utf8') ?? 0) > 0
      return message + unknown === 0 && unreadable > 0 && bytes
    },
    /** There were no records. */
    isEmpty: (): boolean => kindsOfLine.message + kindsOfLine.unknown + kindsOfLine.unreadable === 0,
    inspection(state: Conversation, overrides?: PriceOverrides): InspectionJson {
      const sessions = state.substantialSessions()
      const {total} = state.costs(overrides)
      const {message: messages, unknown, unreadable} = kindsOfLine
      return {
        files,
        bytes,
        records: messages + unknown + unreadable,
        messages,
        unknown,
        unreadable,
        dialects: sorted(dialects),
        kinds: sorted(kinds),
        unknownTypes: sorted(unknownTypes),
        unreadableReasons: sorted(unreadableReasons),
        warnings: sorted(flaws),
        clientVersions: sorted(versions),
        sessions: sessions.length,
        agents: sum(sessions.map((session) => session.agents.filter((agent) => !agent.copied).length)),
        branches: sum(sessions.map((session) => state.branches(session.id).length)),
        toolCalls: state.runCounts,
        usage: total.usage,
        costUsd: toDollars(total.computed),
        costMicros: total.computed ?? null,
        reportedCostUsd: total.reportedCostUsd ?? null,
        reportedCostMicros: toMicros(total.reportedCostUsd),
        unpricedTokens: total.unknownTokens,
        isComplete: total.complete,
      }
    },
  }
}

function increment(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
}

/** The most frequent first. Built from entries, because the names come from files and may be `__proto__`. */
function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].filter(([, times]) => times > 0).sort((a, b) => b[1] - a[1]))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
