/**
 * One measured figure. `met` is missing if no target was set.
 * @typedef {{what: string, figure: string, target?: string, met?: boolean, detail?: string | undefined}} Row
 *
 * What a section prints.
 * @typedef {{title: string, rows: Row[], note?: string}} Section
 *
 * What a section is given: a folder of its own, the sizes to measure with, and a callback for notes on the corpus.
 * @typedef {object} Bench
 * @property {string} folder
 * @property {import('./run.mjs').Sizes} sizes
 * @property {(made: {from: string, sessions: number, bytes: number}) => void} note
 */

/**
 * A row whose figure has an upper limit.
 * @param {string} what
 * @param {number} value
 * @param {number} limit
 * @param {string} unit
 * @param {string} [detail]
 * @returns {Row}
 */
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

/**
 * A section as text for a terminal.
 * @param {Section} section
 */
export function textOf({title, rows, note}) {
  const cells = rows.map(cellsOf)
  const widths = [0, 1, 2, 3].map((i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)))
  const lines = cells.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
  return [title, ...lines.map((line) => `  ${line.trimEnd()}`), ...(note ? [`  (${note})`] : []), ''].join(
    '\n',
  )
}

/**
 * The whole as Markdown, for RESULTS.md.
 * @param {{about: string[], sections: Section[]}} results
 */
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

/** @param {Row} row */
const cellsOf = ({what, figure, target = '–', met, detail = ''}) => [
  what,
  figure,
  target,
  met === undefined ? '–' : met ? 'yes' : 'NO',
  detail,
]

/** Megabytes. @param {number} bytes */
export const mb = (bytes) => Math.round(bytes / 1e6)

/** A round number in short. @param {number} number */
export const count = (number) => (number >= 1e6 ? `${number / 1e6}M` : `${number / 1e3}k`)
