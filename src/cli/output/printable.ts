import {
  escapeHiddenCharacters,
  hiddenCharacterPattern,
  markHiddenCharacters,
} from '../../page/text/hidden-characters.ts'
import type {TextSink} from '../../sinks/text-sink.ts'
import {paletteSequence} from './palette.ts'

/** A value that someone else wrote, on one line: a visible mark replaces each character that a reader would not see. */
export const printable = (text: string): string => markHiddenCharacters(text)

/** A value as one line of JSON that is safe to print: characters that a reader would not see are escaped. */
export const jsonLine = (value: unknown): string =>
  `${escapeHiddenCharacters(JSON.stringify(value) ?? 'null')}\n`

/** The same, indented by two spaces per level. */
export const jsonBlock = (value: unknown): string =>
  `${escapeHiddenCharacters(JSON.stringify(value, null, 2) ?? 'null')}\n`

const hidden = new RegExp(hiddenCharacterPattern('\\n\\t'), 'gu')
const hiddenButColour = new RegExp(`(?!${paletteSequence})${hiddenCharacterPattern('\\n\\t')}`, 'gu')
const ordinary = /^[\n\t -~]*$/

/** The sink for the text of commands: it passes only visible characters, line ends and tabs. */
export const printableSink = (sink: TextSink): TextSink => filteredSink(sink, hidden)

/** The same for painted text: it also passes the sequences of the palette. The values in the text must be printable already. */
export const paintedSink = (sink: TextSink): TextSink => filteredSink(sink, hiddenButColour)

const filteredSink = (sink: TextSink, refused: RegExp): TextSink => ({
  write: (text) => sink.write(ordinary.test(text) ? text : text.replace(refused, '\ufffd')),
  get closed() {
    return sink.closed
  },
})
