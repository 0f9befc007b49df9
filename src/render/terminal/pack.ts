import {cut, measure} from './measure.ts'

/** Facts one after the other; where a line is full the next begins, after `indent`. */
export function pack(
  facts: readonly string[],
  separator: string,
  indent: string,
  width: number,
  ellipsis: string,
): readonly string[] {
  const lines: string[] = []
  for (const fact of facts) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(cut(fact, width, ellipsis))
    else if (measure(last) + measure(separator) + measure(fact) <= width)
      lines[lines.length - 1] = last + separator + fact
    else lines.push(cut(indent + fact, width, ellipsis))
  }
  return lines
}
