import type {EntryKind, PageEntry} from '../../page/index.ts'
import type {Frame} from './frame.ts'
import type {Html} from './html.ts'
import {openLane} from './layout/lane.ts'
import {drawLine} from './layout/line.ts'
import {drawLandmark, drawSaid, drawThinking} from './layout/said.ts'

/** How a kind of entry is drawn. */
export interface Layout {
  /** The entry itself, without what is below it. */
  readonly draw: (entry: PageEntry, frame: Frame) => Html
  /** Opens a fold in which all that is below it stands. */
  readonly lane?: (entry: PageEntry, frame: Frame) => void
}

const said: Layout = {draw: drawSaid}
const line: Layout = {draw: drawLine}

/** Every kind of entry; a new one fails the build until it stands here. */
export const layouts: Readonly<Record<EntryKind, Layout>> = {
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
  agent: {draw: drawLine, lane: openLane},
  task: line,
  compaction: {draw: drawLandmark},
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
