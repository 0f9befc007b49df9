import type {PageEntry} from '../../page/index.ts'
import {oneLine, plainLine, walkEntries} from '../../page/index.ts'
import type {Piece, PieceFacts} from './piece.ts'

type FactsOf = (piece: Piece) => PieceFacts | undefined

/** The piece with an entry of a name: an anchor, that of a turn, or the id of a record. */
export function findPiece(pieces: readonly Piece[], name: string, factsOf: FactsOf): Piece | undefined {
  const bare = name.startsWith('turn-') ? name.slice('turn-'.length) : name
  return pieces.find((piece) => {
    for (const {anchor, record} of walkEntries(factsOf(piece)?.entries ?? []))
      if (anchor === name || anchor === bare || record === bare) return true
    return false
  })
}

/** The newest thing that goes on, or that was said or done. */
export function lastStep(pieces: readonly Piece[], factsOf: FactsOf): string | undefined {
  for (const piece of pieces.toReversed()) {
    const facts = factsOf(piece)
    const entry = facts?.running.at(-1) ?? lastOf(facts?.entries ?? [])
    if (entry) return stepWords(entry)
  }
  return undefined
}

const said: ReadonlySet<PageEntry['kind']> = new Set(['prompt', 'steering', 'answer'])

/** Words that somebody said stand for themselves. */
const stepWords = ({kind, title, subject}: PageEntry): string =>
  said.has(kind) && subject
    ? plainLine(subject, 160)
    : oneLine([title, subject].filter(Boolean).join(' '), 160)

function lastOf(entries: readonly PageEntry[]): PageEntry | undefined {
  let last: PageEntry | undefined
  for (const entry of walkEntries(entries)) last = entry
  return last
}
