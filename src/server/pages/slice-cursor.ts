import type {SliceName} from '../live-session/live-session.ts'

/** A piece as addresses name it: `12` or `12.3`. */
export const formatCursor = (name: SliceName | undefined): string | undefined =>
  name && `${name.turn}.${name.piece}`

/** Reads what an address names; nothing where that is no piece. */
export function parseCursor(text: string | undefined): SliceName | undefined {
  const [, turn, piece = '0'] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text ?? '') ?? []
  return turn === undefined ? undefined : {turn: Number(turn), piece: Number(piece)}
}
