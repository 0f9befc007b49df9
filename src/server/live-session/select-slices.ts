import type {Slice} from '../../conversation/index.ts'
import type {RenderedSlices, SliceName, SliceQuery} from './live-session.ts'
import type {SessionRenderer} from './session-renderer.ts'

/** The pieces somebody wishes for, as many as are enough; nothing where what they name is not there. */
export function selectSlices(core: SessionRenderer, wish: SliceQuery): RenderedSlices | undefined {
  const all = core.slices()
  const range = rangeOf(core, all, wish)
  if (!range) return undefined
  const [earlier, later]: [string[], string[]] = [[], []]
  let size = 0
  let {first, last} = range
  const take = (place: number, parts: string[]): void => {
    const piece = all[place]
    const html = piece ? core.htmlOf(piece) : ''
    parts.push(html)
    size += html.length
  }
  const {from} = range
  if (from < first || from > last) return noSlices(core.n)
  take(from, later)
  let [before, after] = [from, from]
  while (size < wish.maxCharacters && (before > first || after < last)) {
    if (after < last) {
      after += 1
      take(after, later)
    }
    if (before > first && size < wish.maxCharacters) {
      before -= 1
      take(before, earlier)
    }
  }
  first = before
  last = after
  const parts = [...earlier.reverse(), ...later]
  const name = (place: number): SliceName | undefined => {
    const piece = all[place]
    return piece && core.nameOf(piece)
  }
  return {
    html: parts.join('\n'),
    count: parts.length,
    first: name(first),
    last: name(last),
    previous: name(first - 1),
    next: name(last + 1),
    n: core.n,
  }
}

/** What is given where there is nothing to show. */
export const noSlices = (n: number): RenderedSlices => ({
  html: '',
  count: 0,
  first: undefined,
  last: undefined,
  previous: undefined,
  next: undefined,
  n,
})

interface Range {
  readonly first: number
  readonly last: number
  /** Where to begin; from there it goes both ways as far as the range does. */
  readonly from: number
}

function rangeOf(core: SessionRenderer, all: readonly Slice[], wish: SliceQuery): Range | undefined {
  const end = all.length - 1
  if (wish.around !== undefined) {
    const found = core.find(wish.around)
    const place = found ? all.indexOf(found) : -1
    return place === -1 ? undefined : {first: 0, last: end, from: place}
  }
  if (wish.before) {
    const place = placeOf(core, all, wish.before)
    return {first: 0, last: place - 1, from: place - 1}
  }
  if (wish.from === undefined && wish.to === undefined) return {first: 0, last: end, from: end}
  const first = wish.from ? placeOf(core, all, wish.from) : 0
  const beyond = wish.to === undefined ? all.length : placeOf(core, all, {turn: wish.to + 1, piece: 0})
  return {first, last: beyond - 1, from: first}
}

/** The place of the first piece that is this one or comes after it. */
function placeOf(core: SessionRenderer, all: readonly Slice[], {turn, piece}: SliceName): number {
  const place = all.findIndex((other) => {
    const name = core.nameOf(other)
    return name.turn > turn || (name.turn === turn && name.piece >= piece)
  })
  return place === -1 ? all.length : place
}
