import {Conversation} from '../build/conversation/index.js'
import {readLines} from '../build/dialects/index.js'
import {findRecordings, freshCopies, loadTemplates, sessionId} from './corpus.mjs'
import {secondsOf, summaryOf} from './measure.mjs'

/** @typedef {NonNullable<import('../build/conversation/index.js').FoldOptions['keep']>} Keep */

/**
 * Microseconds that folding one record costs, for each number of records. Lines are read in batches before the
 * clock runs. Small numbers are folded several times, each time other sessions, because a few sessions are no
 * fair sample of all; `minRecords` is how many records each number of them is to be measured on, `minRuns` how often.
 * @param {{keep: Keep, kind: import('./corpus.mjs').CorpusKind, sizes: number[], minRecords: number, minRuns: number}} input
 */
export function foldCosts({keep, kind, sizes, minRecords, minRuns}) {
  const templates = loadTemplates(findRecordings().files, kind)
  for (let i = 0; i < 2; i++) fold(templates, kind, keep, 10_000, 0)
  return sizes.map((size) => {
    const runs = Math.max(minRuns, Math.min(25, Math.round(minRecords / size)))
    const findContent = (/** @type {number} */ run) => Math.round((run / runs) * templates.length)
    return summaryOf(
      Array.from({length: runs}, (_, run) => fold(templates, kind, keep, size, findContent(run))),
    )
  })
}

/**
 * @param {import('./corpus.mjs').Template[]} templates
 * @param {import('./corpus.mjs').CorpusKind} kind
 * @param {Keep} keep
 * @param {number} wanted
 * @param {number} first
 * @returns {number}
 */
function fold(templates, kind, keep, wanted, first) {
  const source = kind === 'session' ? `${sessionId}.jsonl` : 'mixed.jsonl'
  const state = new Conversation({keep})
  const reader = readLines(source)
  state.begin(source, kind === 'session' ? {session: sessionId} : {})
  let folded = 0
  let seconds = 0
  for (const copy of freshCopies(templates, first)) {
    const lines = reader.push(copy.bytes).slice(0, wanted - folded)
    seconds += secondsOf(() => {
      for (const line of lines) state.add(line)
    })
    folded += lines.length
    if (folded === wanted) break
  }
  return (seconds / folded) * 1e6
}
