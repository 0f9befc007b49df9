import type {RenderedSlices, SliceName, SliceQuery} from './live-session.ts'
import type {SessionRenderer} from './session-renderer.ts'

/** The slices that a query asks for, up to its size; undefined if what it names does not exist. */
export function selectSlices(renderer: SessionRenderer, query: SliceQuery): RenderedSlices | undefined {
  const {slices, events} = renderer
  const all = slices.visible()
  const nameAt = (index: number): SliceName | undefined => {
    const slice = all[index]
    return slice && slices.nameOf(slice)
  }
  /** The index of the first slice that has this name or comes after it. */
  const indexOf = (wanted: SliceName): number => {
    const index = all.findIndex((slice) => {
      const name = slices.nameOf(slice)
      return name.turn > wanted.turn || (name.turn === wanted.turn && name.slice >= wanted.slice)
    })
    return index === -1 ? all.length : index
  }

  // The slices from `min` to `max` are allowed; `start` is the one to begin with.
  let [min, max, start] = [0, all.length - 1, all.length - 1]
  if (query.around !== undefined) {
    const found = renderer.find(query.around)
    start = found ? all.indexOf(found.slice) : -1
    if (start === -1) return undefined
  } else if (query.before) {
    start = max = indexOf(query.before) - 1
  } else if (query.from !== undefined || query.to !== undefined) {
    start = min = query.from ? indexOf(query.from) : 0
    if (query.to !== undefined) max = indexOf({turn: query.to + 1, slice: 0}) - 1
  }
  if (start < min || start > max) return noSlices(events.n)

  const [before, after]: [string[], string[]] = [[], []]
  let size = 0
  const render = (index: number): string => {
    const slice = all[index]
    const html = slice ? slices.htmlOf(slice) : ''
    size += html.length
    return html
  }
  after.push(render(start))
  let [first, last] = [start, start]
  while (size < query.maxCharacters && (first > min || last < max)) {
    if (last < max) after.push(render(++last))
    if (first > min && size < query.maxCharacters) before.push(render(--first))
  }
  return {
    html: [...before.reverse(), ...after].join('\n'),
    first: nameAt(first),
    last: nameAt(last),
    previous: nameAt(first - 1),
    next: nameAt(last + 1),
    n: events.n,
  }
}

/** The result if there are no slices. */
export const noSlices = (n: number): RenderedSlices => ({
  html: '',
  first: undefined,
  last: undefined,
  previous: undefined,
  next: undefined,
  n,
})
