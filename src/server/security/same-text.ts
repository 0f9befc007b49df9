/** Compares two texts in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1)
    difference |= (left[at] ?? 0) ^ (right[at % (right.length || 1)] ?? 0)
  return difference === 0
}
