import {setImmediate} from 'node:timers/promises'
import type {SourceInfo} from '../../conversation/index.ts'
import {Conversation} from '../../conversation/index.ts'
import {describePage} from '../../describe/index.ts'
import {readLines} from '../../dialects/index.ts'
import type {Instant, Line} from '../../model/index.ts'
import type {PageEntry, SessionPage} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import type {Skipped} from '../../sources/index.ts'
import {emptyStdin, followStdin} from '../follow-stdin.ts'
import type {Host} from '../host.ts'
import type {Input} from '../read-paths.ts'
import {savedSteps} from '../saved-steps.ts'
import {timeOf} from '../time-of.ts'
import {SessionCosts} from './cost-of-session.ts'
import type {ExportOptions} from './export-options.ts'
import {isUnfiltered} from './export-options.ts'
import {filterPage} from './filter-page.ts'
import type {Ancestry} from './lineage.ts'
import {AncestryReader} from './lineage.ts'

/** What reading gives. */
export interface ReadPages {
  readonly sessions: readonly ReadSession[]
  readonly strays: readonly PageEntry[]
}

/** A session that was read. */
export interface ReadSession {
  readonly page: SessionPage
  readonly ancestry: Ancestry | undefined
}

/** Reads one source after the other, each in memory of its own. */
export interface PageReader {
  readFiles(input: Input): Promise<ReadPages>
  readStdin(): Promise<ReadPages>
}

/** What is older when it arrives was kept somewhere, and when it arrives says nothing of when it was. */
const freshMs = 60_000

/** How often others get their turn, in lines: this is when Ctrl-C is heard. */
const breath = 4096

/** A reader of what is to be exported; files that are left out are told to `skipped`. */
export function pageReader(
  host: Host,
  options: ExportOptions,
  overrides: PriceOverrides | undefined,
  skipped: Skipped,
): PageReader {
  return {
    async readFiles(input) {
      const reading = beginReading(options, overrides)
      for (const {path, ...info} of input.files) reading.begin(path, info)
      let lines = 0
      for (const {line, ended} of savedSteps(input, skipped)) {
        if (line) reading.read(line, undefined)
        else reading.end(ended)
        lines += 1
        if (lines % breath === 0) await setImmediate()
      }
      return reading.pages()
    },
    async readStdin() {
      const reading = beginReading(options, overrides)
      const reader = readLines('-')
      let isLive = true
      for await (const {chunk, at} of followStdin(host)) {
        const lines = [...reader.push(chunk)]
        isLive &&= !lines.some((line) => at - (timeOf(line) ?? at) > freshMs)
        for (const line of lines) reading.read(line, isLive ? at : undefined)
      }
      for (const line of reader.end()) reading.read(line, undefined)
      reading.end('-')
      if (reader.bytes === 0) throw emptyStdin()
      return reading.pages()
    },
  }
}

function beginReading(options: ExportOptions, overrides: PriceOverrides | undefined) {
  const state = new Conversation()
  const costs = new SessionCosts(overrides)
  const ancestors = new AncestryReader()
  const named = new Map<string, string | undefined>()
  return {
    begin(path: string, info: SourceInfo): void {
      named.set(path, info.session)
      state.begin(path, info)
    },
    read(line: Line, arrivedAt: Instant | undefined): void {
      const session = named.get(line.at.source)
      costs.look(line, session)
      ancestors.look(line, session)
      state.add(line, arrivedAt)
    },
    end: (path: string): void => void state.end(path),
    pages(): ReadPages {
      const {sessions, strays} = describePage(state, {
        depth: options.depth,
        thinking: options.thinking,
        recaps: options.recaps,
      })
      return {
        strays: isUnfiltered(options) ? strays : [],
        sessions: sessions.flatMap((session) => {
          const page = isWanted(session, options) ? filterPage(session, options) : undefined
          if (!page) return []
          const cost = page.cost ?? costs.costOf(page.id)
          return [{page: {...page, cost}, ancestry: ancestors.of(page.id)}]
        }),
      }
    },
  }
}

function isWanted({id, folder}: SessionPage, {session, project}: ExportOptions): boolean {
  if (session !== undefined && !id.startsWith(session)) return false
  return project === undefined || (folder ?? '').toLowerCase().includes(project.toLowerCase())
}
