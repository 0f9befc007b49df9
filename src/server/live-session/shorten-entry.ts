import type {PageEntry} from '../../page/index.ts'
import {mapEntryText} from '../../page/index.ts'
import {cutValue} from '../../page/text/cut-text.ts'

/** A longer text is read by nobody in a browser, and would take its memory; whole it is in the record and in exports. */
const limits = {lines: Number.POSITIVE_INFINITY, characters: 500_000}

/** An entry, and what is below it, with the beginning of each text that is too long for a page. */
export const shortenEntry = (entry: PageEntry): PageEntry => ({
  ...entry,
  ...mapEntryText(entry, (text) => (text.length > limits.characters ? cutValue(text, limits) : text)),
  below: entry.below.map(shortenEntry),
})
