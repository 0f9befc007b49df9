/**
 * One measured figure. `met` is undefined where no target was set.
 * @typedef {{what: string, figure: string, target?: string, met?: boolean, detail?: string}} Row
 */

/** A row whose figure has an upper limit. */
export function limited(what, value, limit, unit, detail) {
  const digits = unit === '×' ? 2 : 0
  return {
    what,
    figure: `${value.toFixed(digits)} ${unit}`,
    target: `≤ ${limit} ${unit}`,
    met: Number(value.toFixed(digits)) <= limit,
    detail,
  }
}

/** A section as text for a terminal. */
export function textOf({title, rows, note}) {
  const cells = rows.map(cellsOf)
  const widths = [0, 1, 2, 3].map((i) => Math.max(...cells.map((row) => row[i].length)))
  const lines = cells.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
  return [title, ...lines.map((line) => `  ${line.trimEnd()}`), ...(note ? [`  (${note})`] : []), ''].join(
    '\n',
  )
}

/** The whole as Markdown, for RESULTS.md. */
export function markdownOf({about, sections}) {
  const parts = sections.flatMap(({title, rows, note}) => [
    `## ${title}`,
    '',
    '| What | Figure | Target | Met | Detail |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
    '',
    ...(note ? [note, ''] : []),
  ])
  return ['# Benchmark results', '', ...about, '', ...parts].join('\n')
}

const cellsOf = ({what, figure, target = '–', met, detail = ''}) => [
  what,
  figure,
  target,
  met === undefined ? '–' : met ? 'yes' : 'NO',
  detail,
]

/** Megabytes. */
export const mb = (bytes) => Math.round(bytes / 1e6)

/** A round number in short. */
export const count = (number) => (number >= 1e6 ? `${number / 1e6}M` : `${number / 1e3}k`)
