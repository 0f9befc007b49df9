/** Things in their order, in groups that are full when the next would make them larger than `most`; none is split. */
export function binsOf<T>(
  things: readonly T[],
  most: number,
  sizeOf: (thing: T) => number,
): readonly (readonly T[])[] {
  const bins: T[][] = []
  let size = 0
  for (const thing of things) {
    const bin = bins.at(-1)
    const own = sizeOf(thing)
    if (!bin || size + own > most) {
      bins.push([thing])
      size = own
    } else {
      bin.push(thing)
      size += own
    }
  }
  return bins
}
