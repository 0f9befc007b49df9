import {setImmediate} from 'node:timers/promises'
import {Conversation} from '../../../conversation/index.ts'
import {describePage} from '../../../describe/index.ts'
import type {Instant, Line} from '../../../model/index.ts'
import {timeOf} from '../../../model/line.ts'
import type {PageEntry, SessionPage} from '../../../page/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import {type OnSkipped, readStdin, type SessionStep} from '../../../sources/index.ts'
import type {Host} from '../../host.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import type {SessionInput} from '../../sessions/session-files.ts'
import {type ExportOptions, isUnfiltered} from './export-options.ts'
import {filterPage} from './filter-page.ts'
import {type LineageInfo, LineageReader} from './session-lineage.ts'

/** The pages of a source, and lines without a session. */
export interface ReadPages {
  readonly sessions: readonly ReadSession[]
  readonly strays: readonly PageEntry[]
}

/** A session, and the history that it shares with others. */
export interface ReadSession {
  readonly page: SessionPage
  readonly lineage: LineageInfo | undefined
}

/** Reads one source after the other. */
export interface PageReader {
  readFiles(input: SessionInput): Promise<ReadPages>
  readStdin(): Promise<ReadPages>
}

/** Lines that are older than this on arrival are from a saved stream, so their arrival time does not count. */
const freshMs = 60_000

/** The event loop runs after this many lines, so that Ctrl-C works. */
const linesPerTurn = 4096

/** A reader of sources; `skipped` is called for files that are left out. */
export function pageReader(
  host: Host,
  options: ExportOptions,
  overrides: PriceOverrides | undefined,
  skipped: OnSkipped,
): PageReader {
  return {
    async readFiles(input) {
      const reading = beginReading(options, overrides)
      let lines = 0
      for (const step of readSavedSession(input, skipped)) {
        reading.take(step, undefined)
        lines += step.kind === 'lines' ? step.lines.length : 0
        if (lines < linesPerTurn) continue
        lines = 0
        await setImmediate()
      }
      return reading.pages()
    },
    async readStdin() {
      const reading = beginReading(options, overrides)
      let isLive = true
      for await (const step of readStdin(host)) {
        const at = step.kind === 'lines' ? step.at : undefined
        if (step.kind === 'lines' && at !== undefined)
          isLive &&= !step.lines.some((line) => at - (timeOf(line) ?? at) > freshMs)
        reading.take(step, isLive ? at : undefined)
      }
      return reading.pages()
    },
  }
}

function beginReading(options: ExportOptions, overrides: PriceOverrides | undefined) {
  const state = new Conversation()
  const ancestors = new LineageReader()
  const named = new Map<string, string | undefined>()
  const read = (line: Line, arrivedAt: Instant | undefined): void => {
    const session = named.get(line.at.source)
    ancestors.add(line, session)
    state.add(line, arrivedAt)
  }
  return {
    take(step: SessionStep, arrivedAt: Instant | undefined): void {
      if (step.kind === 'begin') {
        named.set(step.file.path, step.file.session)
        state.begin(step.file.path, step.file)
      } else if (step.kind === 'end') state.end(step.file.path)
      else for (const line of step.lines) read(line, arrivedAt)
    },
    pages(): ReadPages {
      const {depth, thinking, recaps} = options
      const {sessions, strays} = describePage(state, {depth, thinking, recaps}, overrides)
      return {
        strays: isUnfiltered(options) ? strays : [],
        sessions: sessions.flatMap((session) => {
          const page = isWanted(session, options) ? filterPage(session, options) : undefined
          return page ? [{page, lineage: ancestors.get(page.sessionId)}] : []
        }),
      }
    },
  }
}

function isWanted({sessionId, cwd}: SessionPage, {session, project}: ExportOptions): boolean {
  if (session !== undefined && !sessionId.startsWith(session)) return false
  return project === undefined || (cwd ?? '').toLowerCase().includes(project.toLowerCase())
}
