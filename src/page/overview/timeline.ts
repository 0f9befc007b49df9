import type {Instant} from '../../model/index.ts'
import {type Actor, actorOf, walkEntries} from '../entry.ts'
import type {SessionPage} from '../page.ts'
import {firstLine} from '../text/cut-text.ts'
import {formatDuration} from '../text/format.ts'
import {isCalendarTime} from '../text/zoned-time.ts'
import {findTurnHead} from './outline.ts'
import {createTimeScale, type TimeScale} from './time-scale.ts'

/** Something that took time, or happened at a moment; places are fractions of the width. */
export interface TimelineBar {
  readonly from: number
  readonly to: number
  readonly actor: Actor
  readonly failed: boolean
  /** The anchor of the first entry. */
  readonly anchor: string
  readonly text: string
  /** More than one if several were too small to be distinguished. */
  readonly count: number
  /** Bars of one lane at the same time are in different rows. */
  readonly row: number
}

/** The main thread, or an agent's. */
export interface TimelineLane {
  /** Absent in the main thread. */
  readonly key: string | undefined
  readonly name: string
  readonly bars: readonly TimelineBar[]
}

/** A session drawn to scale. Long silences are cut out and marked. */
export interface Timeline {
  readonly turns: readonly TimelineBar[]
  readonly lanes: readonly TimelineLane[]
  /** The number of agents without a lane. */
  readonly hiddenLanes: number
  readonly ticks: TimeScale['ticks']
  readonly cuts: TimeScale['cuts']
}

/** What a bar is made of. */
interface Span extends Omit<TimelineBar, 'from' | 'to' | 'count' | 'row'> {
  readonly start: Instant
  readonly end: Instant
}

const maxLanes = 12
const maxBars = 1200
export const maxTimelineRows = 3

/** The timeline of a session; undefined if fewer than two moments are known. */
export function createTimeline(session: SessionPage): Timeline | undefined {
  const {turns, threads} = spansOf(session)
  const scale = createTimeScale([...turns, ...[...threads.values()].flatMap(({spans}) => spans)])
  if (!scale) return undefined
  const shown = [...threads].slice(0, maxLanes).map(([key, {name, spans}]) => ({
    key,
    name,
    placed: placedOn(scale, spans),
  }))
  const draw = (finest: number) =>
    shown.map(({key, name, placed}) => ({key, name, bars: barsOf(placed, finest)}))
  let finest = 1 / 600
  let lanes = draw(finest)
  // Each doubling removes about half of the bars.
  while (lanes.reduce((sum, {bars}) => sum + bars.length, 0) > maxBars && finest < 1) {
    finest *= 2
    lanes = draw(finest)
  }
  return {
    turns: barsOf(placedOn(scale, turns), 1 / 300),
    lanes,
    hiddenLanes: threads.size - shown.length,
    ticks: scale.ticks,
    cuts: scale.cuts,
  }
}

interface Threads {
  readonly turns: Span[]
  readonly threads: Map<string | undefined, {readonly name: string; readonly spans: Span[]}>
}

function spansOf(session: SessionPage): Threads {
  const turns: Span[] = []
  const threads: Threads['threads'] = new Map([[undefined, {name: 'main', spans: []}]])
  for (const turn of session.turns) {
    const {startedAt: start, durationMs = 0} = turn
    const text = `${turn.number}. ${firstLine(findTurnHead(turn)?.subject ?? '')}`
    if (isCalendarTime(start)) {
      const end = start + Math.max(0, durationMs)
      turns.push({start, end, actor: 'person', failed: false, anchor: turn.anchor, text})
    }
    for (const entry of walkEntries(turn.entries)) {
      const {at, kind, durationMs: took, lane, title, subject} = entry
      if (!isCalendarTime(at) || !drawn.has(kind)) continue
      const thread = threads.get(lane?.key) ?? {name: lane?.name ?? '', spans: []}
      threads.set(lane?.key, thread)
      const words = [title, firstLine(subject ?? '', 60)].filter(Boolean).join(' ')
      thread.spans.push({
        start: at,
        // The entry for the end of a turn has the duration of the turn.
        end: at + (kind === 'tool' ? Math.max(0, took ?? 0) : 0),
        actor: actorOf(entry),
        failed: entry.isError,
        anchor: entry.anchor,
        text: kind === 'tool' && took !== undefined ? `${words} · ${formatDuration(took)}` : words,
      })
    }
  }
  return {turns, threads}
}

/** Agents have lanes, and prompts are in the row of turns. Other records are not drawn. */
const drawn: ReadonlySet<string> = new Set([
  'answer',
  'thinking',
  'tool',
  'compaction',
  'interruption',
  'notice',
])

type Placed = Omit<TimelineBar, 'count' | 'row'>

const placedOn = (scale: TimeScale, spans: readonly Span[]): readonly Placed[] =>
  [...spans]
    .sort((a, b) => a.start - b.start)
    .map(({start, end, ...bar}) => ({...bar, from: scale.positionOf(start), to: scale.positionOf(end)}))

function barsOf(placed: readonly Placed[], finest: number): readonly TimelineBar[] {
  const bars: TimelineBar[] = []
  const ends: number[] = []
  /** The newest bar of each style: bars that are too small to be seen are joined with it. */
  const newest = new Map<string, number>()
  for (const one of placed) {
    const {from, to, actor, failed} = one
    const look = `${actor} ${failed}`
    const index = newest.get(look) ?? -1
    const last = bars[index]
    if (last && from - last.from < finest && (to - from < finest || last.to - last.from < finest)) {
      bars[index] = {...last, to: Math.max(last.to, to), count: last.count + 1}
      ends[last.row] = Math.max(ends[last.row] ?? 0, to)
      continue
    }
    const row = freeRow(ends, from)
    ends[row] = Math.max(to, from + finest)
    newest.set(look, bars.length)
    bars.push({...one, count: 1, row})
  }
  return bars
}

function freeRow(ends: readonly number[], from: number): number {
  for (let row = 0; row < maxTimelineRows; row += 1) if ((ends[row] ?? -1) <= from) return row
  return maxTimelineRows - 1
}
