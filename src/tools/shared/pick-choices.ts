/** Which of some labels an answer names, and the person's own words where it names none. */
export interface Picked {
  readonly chosen: ReadonlySet<number>
  readonly free: string | undefined
}

/**
 * Finds what was chosen. Several choices stand in one text with commas between, and labels may hold commas themselves:
 * so the longest labels are looked for first, and what is left over are own words.
 */
export function pickChoices(labels: readonly string[], answer: string | undefined, several: boolean): Picked {
  if (answer === undefined || answer === '') return {chosen: new Set(), free: undefined}
  const whole = labels.indexOf(answer)
  if (whole !== -1) return {chosen: new Set([whole]), free: undefined}
  if (!several) return {chosen: new Set(), free: answer}
  const chosen = new Set<number>()
  const longestFirst = labels
    .map((_, index) => index)
    .sort((a, b) => lengthOf(labels, b) - lengthOf(labels, a))
  let left = `, ${answer}, `
  for (const index of longestFirst) {
    const label = labels[index] ?? ''
    const at = label === '' ? -1 : left.indexOf(`, ${label}, `)
    if (at === -1) continue
    chosen.add(index)
    left = `${left.slice(0, at)}${left.slice(at + label.length + 2)}`
  }
  const free = left.replace(/^, /, '').replace(/, $/, '')
  return {chosen, free: free === '' || free === ',' ? undefined : free}
}

const lengthOf = (labels: readonly string[], index: number): number => labels[index]?.length ?? 0
