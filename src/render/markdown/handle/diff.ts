import type {Hunk, NodeOf} from '../../../page/index.ts'
import {fence} from '../fence.ts'
import {sanitizeLine, sanitizeText} from '../sanitize.ts'

/** A change as `diff -u` writes it; where nobody knows the numbers of its lines, it has none. */
export function diff({path, hunks}: NodeOf<'diff'>): readonly string[] {
  const file = path === undefined ? '' : sanitizeLine(path)
  const head = file === '' ? [] : [`--- ${file}`, `+++ ${file}`]
  const lines = hunks.flatMap((hunk, index) => [
    ...(isNumbered(hunk) ? [hunkHead(hunk)] : index > 0 ? ['@@ … @@'] : []),
    ...hunk.lines.map(({sign, text}) => `${sign}${sanitizeText(text).replaceAll('\n', ' ')}`),
  ])
  return lines.length === 0 ? [] : fence([...head, ...lines].join('\n'), 'diff')
}

const isNumbered = ({lines}: Hunk): boolean =>
  lines.some(({oldLine, newLine}) => oldLine !== undefined || newLine !== undefined)

function hunkHead({lines}: Hunk): string {
  const before = lines.filter(({sign}) => sign !== '+')
  const after = lines.filter(({sign}) => sign !== '-')
  const first = (numbers: readonly (number | undefined)[]): number =>
    numbers.find((n) => n !== undefined) ?? 0
  const from = `${first(before.map(({oldLine}) => oldLine))},${before.length}`
  return `@@ -${from} +${first(after.map(({newLine}) => newLine))},${after.length} @@`
}
