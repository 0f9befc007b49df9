import {Printer} from '../build/cli/printing/printer.js'
import {Conversation} from '../build/conversation/index.js'
import {readLines} from '../build/dialects/index.js'
import {paintFor} from '../build/render/terminal/index.js'
import {readChunks} from '../build/sources/index.js'
import {bareLoop} from './bare-loop.mjs'
import {entrySummaryHtml, secondsOf} from './measure.mjs'

/** Prints a file as recount does, from bytes to the text of a terminal, and throws the text away. */
function printThrough(path, {style, color}) {
  const look = {
    style,
    width: 100,
    paint: paintFor(color),
    emoji: style !== 'plain',
    timestamps: false,
    zone: 'UTC',
    pictures: 'none',
    limits: {lines: 20, characters: 4000},
  }
  const printer = new Printer({
    state: new Conversation({keep: 'open'}),
    narration: {depth: 'tool', pair: true, thinking: true, heading: {}},
    look: () => look,
    wants: () => true,
  })
  const reader = readLines('-')
  let printed = 0
  for (const chunk of readChunks(path)) {
    for (const line of reader.push(chunk)) printed += printer.read(line).length
  }
  for (const line of reader.end()) printed += printer.read(line).length
  if (printed + printer.end('-').length + printer.finish().length === 0)
    throw new Error('Nothing was printed.')
}

/** Seconds that a bare loop and each look take by turns in one process, after all were warmed up. */
export function printCosts({path, looks, rounds}) {
  const ways = [() => bareLoop(path), ...looks.map((look) => () => printThrough(path, look))]
  for (const way of ways) way()
  const turns = Array.from({length: rounds}, () => ways.map(secondsOf))
  const [bare, ...ours] = ways.map((_, i) => entrySummaryHtml(turns.map((turn) => turn[i])))
  return {bare, looks: ours}
}
