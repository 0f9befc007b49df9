import type {EntryKind, PageEntry} from '../../../page/index.ts'
import type {Html} from '../html.ts'
import type {HtmlSessionContext} from '../session/session-context.ts'
import {openAgentLane} from './agent-lane.ts'
import {drawEntryLine} from './entry-line.ts'
import {drawDivider, drawMessage, drawThinking} from './message.ts'

/** How a kind of entry is drawn. */
export interface EntryLayout {
  /** The entry itself, without what is below it. */
  readonly draw: (entry: PageEntry, context: HtmlSessionContext) => Html
  /** Opens an element that contains all that is below it. */
  readonly lane?: (entry: PageEntry, context: HtmlSessionContext) => void
}

const said: EntryLayout = {draw: drawMessage}
const line: EntryLayout = {draw: drawEntryLine}

/** Every kind of entry; a new one fails the build until it is added here. */
export const entryLayouts: Readonly<Record<EntryKind, EntryLayout>> = {
  session: line,
  prompt: said,
  steering: said,
  command: line,
  shell: line,
  memory: said,
  interruption: line,
  teammate: said,
  answer: said,
  thinking: {draw: drawThinking},
  tool: line,
  agent: {draw: drawEntryLine, lane: openAgentLane},
  task: line,
  compaction: {draw: drawDivider},
  summary: line,
  recap: said,
  notice: line,
  hook: line,
  instruction: line,
  attachment: line,
  metadata: line,
  unknown: line,
  unreadable: line,
  result: line,
}
