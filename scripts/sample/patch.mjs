const CONTEXT = 3

/**
 * Gives the length of the longest common subsequence of two tails: of the lines from `i` and from `j` on.
 * @param {string[]} before
 * @param {string[]} after
 */
function commonTails(before, after) {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const lengthAt = (/** @type {number} */ i, /** @type {number} */ j) => lengths[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  return lengthAt
}

/**
 * Marks each line of two texts as kept (` `), removed (`-`) or added (`+`).
 * @param {string[]} before
 * @param {string[]} after
 */
function markLines(before, after) {
  const common = commonTails(before, after)
  /** @type {string[]} */
  const marked = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      marked.push(` ${before[i++]}`)
      j++
    } else if (j >= after.length || (i < before.length && common(i + 1, j) >= common(i, j + 1))) {
      marked.push(`-${before[i++]}`)
    } else {
      marked.push(`+${after[j++]}`)
    }
  }
  return marked
}

/** The lines of a text, without the empty one that a final newline leaves. @param {string} text */
function linesOf(text) {
  return text.replace(/\n$/, '').split('\n')
}

/**
 * Makes the `structuredPatch` of a change: one hunk with three lines around it, as the files are small.
 * @param {string} before
 * @param {string} after
 */
export function structuredPatch(before, after) {
  const marked = markLines(linesOf(before), linesOf(after))
  const first = marked.findIndex((line) => line[0] !== ' ')
  const last = marked.findLastIndex((line) => line[0] !== ' ')
  const start = Math.max(0, first - CONTEXT)
  const lines = marked.slice(start, last + 1 + CONTEXT)
  const count = (/** @type {string} */ sign) => lines.filter((line) => line[0] !== sign).length
  return [{oldStart: start + 1, oldLines: count('+'), newStart: start + 1, newLines: count('-'), lines}]
}
