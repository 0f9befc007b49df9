import type {DiffLine, Hunk} from '../../page/index.ts'

/** Lines as a patch writes them, sign first, with their numbers counted on from the first ones where those are known. */
export function hunkOf(
  written: readonly string[],
  oldStart: number | undefined,
  newStart: number | undefined,
): Hunk {
  let oldLine = oldStart
  let newLine = newStart
  const lines: DiffLine[] = []
  for (const line of written) {
    const first = line[0]
    // `\ No newline at end of file`
    if (first === '\\') continue
    const sign = first === '+' || first === '-' ? first : ' '
    lines.push({
      sign,
      text: first === sign ? line.slice(1) : line,
      oldLine: sign === '+' ? undefined : oldLine,
      newLine: sign === '-' ? undefined : newLine,
    })
    if (oldLine !== undefined && sign !== '+') oldLine += 1
    if (newLine !== undefined && sign !== '-') newLine += 1
  }
  return {lines}
}
