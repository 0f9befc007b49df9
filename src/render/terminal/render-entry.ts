import type {Entry} from '../../page/index.ts'
import type {Look} from './look.ts'
import {renderBox} from './render-box.ts'
import {renderLine} from './render-line.ts'

/** A frame in fewer columns would hold a word or two. */
const narrowestBox = 24

/** An entry as a terminal shows it, with all line ends. Where a frame has no room, entries are set in lines. */
export function renderEntry(entry: Entry, look: Look): string {
  if (look.style !== 'box') return renderLine(entry, look)
  return look.width < narrowestBox ? renderLine(entry, {...look, style: 'line'}) : renderBox(entry, look)
}
