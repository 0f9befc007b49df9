import type {PieceMap} from './piece-map.ts'

/** What is to be asked for. */
export interface PieceNeed {
  readonly query: string
  /** It takes the place of what is here, which is too far away to go on from. */
  readonly isJump: boolean
}

/** Where on the screen things begin and end, in pixels from its top. */
interface Sight {
  /** The pieces that are here. */
  readonly top: number
  readonly bottom: number
  /** The space of those before and after them. */
  readonly before: number
  readonly after: number
  /** How high the screen is. */
  readonly height: number
}

/** Pieces are asked for when they are so near. */
const near = 3000

/** What is about to be seen and is not here: the places `first` to `last` of the map are. */
export function pieceNeed(map: PieceMap, first: number, last: number, sight: Sight): PieceNeed | undefined {
  const {top, bottom, before, after, height} = sight
  const {length} = map
  if (last < 0) return length > 0 ? jump(map, 0) : undefined
  if (first > 0 && top > -near) {
    if (top > 2 * height) return jump(map, map.placeAt(-before, 0, first))
    return {query: `before=${cursor(map, first)}`, isJump: false}
  }
  if (last < length - 1 && bottom < height + near) {
    if (bottom < -height) return jump(map, map.placeAt(-after, last + 1, length))
    return {query: `from=${cursor(map, last + 1)}`, isJump: false}
  }
  return undefined
}

const jump = (map: PieceMap, place: number): PieceNeed => ({
  query: `from=${cursor(map, Math.max(0, place - 1))}`,
  isJump: true,
})

function cursor(map: PieceMap, place: number): string {
  const spot = map.at(place)
  return spot ? `${spot.turn}.${spot.piece}` : '0'
}
