import type {EntryKind, PageEntry, PageTurn} from '../../page/index.ts'
import {excerpt} from './excerpt.ts'

const longestHeading = 100

/** How a request reads as a heading; kinds that are none cannot head a turn. */
const headings: ReadonlyMap<EntryKind, (entry: PageEntry) => string> = new Map([
  ['prompt', ({subject, title}: PageEntry) => subject || title],
  ['steering', ({subject, title}: PageEntry) => subject || title],
  ['memory', ({subject = '', title}: PageEntry) => `${title}: ${subject}`],
  ['teammate', ({subject = '', title}: PageEntry) => `${title}: ${subject}`],
  ['command', ({subject = '', title}: PageEntry) => `${title} ${subject}`],
  ['shell', ({subject = ''}: PageEntry) => `$ ${subject}`],
])

/** A turn's heading, and the request it was made from. */
export interface TurnHeading {
  readonly text: string
  readonly request: PageEntry | undefined
  /** The heading says all of it. */
  readonly whole: boolean
}

/** The heading of a turn: what was asked, on one line. */
export function turnHeading({entries, number}: PageTurn): TurnHeading {
  const request = entries.find(({kind}) => headings.has(kind))
  const words = (request && headings.get(request.kind)?.(request).trim()) ?? ''
  const text = excerpt(words, longestHeading)
  return text === ''
    ? {text: number < 1 ? 'Before the first prompt' : `Turn ${number}`, request, whole: false}
    : {text, request, whole: text === words}
}
