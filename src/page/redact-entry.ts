import type {Entry} from './entry.ts'
import {mapEntryText} from './map-text.ts'
import {redactText} from './redact-text.ts'

/** An entry without what looks like a credential, for outputs that leave the machine. */
export const redactEntry = (entry: Entry): Entry => mapEntryText(entry, redactText)
