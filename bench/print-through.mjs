import {Printer} from '../build/cli/printing/printer.js'
import {Conversation} from '../build/conversation/index.js'
import {readLines} from '../build/dialects/index.js'
import {paintFor} from '../build/render/terminal/index.js'
import {readChunks} from '../build/sources/index.js'
import {bareLoop} from './bare-loop.mjs'
import {secondsOf, summaryOf} from './measure.mjs'

/**
 * Prints a file as recount does, from bytes to the text of a terminal, and throws the text away.
 * @param {string} path
 * @param {import('./looks.mjs').Look} look
 */
function printThrough(path, {style, color}) {
  /** @type {import('../build/render/terminal/index.js').TerminalOptions} */
  const look = {
    style,
    width: 100,
    paint: paintFor(color),
    emoji: style !== 'plain',
    timestamps: false,
    zone: 'UTC',
    images: 'none',
    limits: {lines: 20, characters: 4000},
  }
  const printer = new Printer({
    state: new Conversation({keep: 'open'}),
    narration: {depth: 'tool', pair: true, thinking: true, heading: {}},
    look: () => look,
    wants: () => true,
    passes: false,
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

/**
 * Seconds that a bare loop and each look take by turns in one process, after all were warmed up.
 * @param {{path: string, looks: import('./looks.mjs').Look[], rounds: number}} input
 */
export function printCosts({path, looks, rounds}) {
  const ways = [() => bareLoop(path), ...looks.map((look) => () => printThrough(path, look))]
  for (const way of ways) way()
  const turns = Array.from({length: rounds}, () => ways.map((way) => secondsOf(way)))
  const summary = (/** @type {number} */ way) => summaryOf(turns.flatMap((turn) => turn[way] ?? []))
  return {bare: summary(0), looks: looks.map((_, i) => summary(i + 1))}
}
