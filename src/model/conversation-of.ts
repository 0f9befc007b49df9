import {text} from './fields.ts'
import type {Line} from './line.ts'

/** The conversation of a store that a line is in. It stands for the session if none of the store's lines names one. */
export const conversationOf = (line: Line): string | undefined =>
  line.kind === 'message' && line.message.dialect === 'stored'
    ? text(line.message.record, 'conversationId')
    : undefined
