import {Conversation} from '../build/conversation/index.js'
import {readLines} from '../build/dialects/index.js'
import {findRecordings, freshCopies, loadTemplates, sessionId} from './corpus.mjs'
import {entrySummaryHtml, secondsOf} from './measure.mjs'

/**
 * Microseconds that folding one record costs, for each number of records. Lines are read in batches before the
 * clock runs. Small numbers are folded several times, each time other sessions, because a few sessions are no
 * fair sample of all; `least` is how many records each number of them is to be measured on, `fewest` how often.
 */
export function foldCosts({keep, kind, sizes, least, fewest}) {
  const templates = loadTemplates(findRecordings().files, kind)
  for (let i = 0; i < 2; i++) fold(templates, kind, keep, 10_000, 0)
  return sizes.map((size) => {
    const runs = Math.max(fewest, Math.min(25, Math.round(least / size)))
    const findContent = (run) => Math.round((run / runs) * templates.length)
    return entrySummaryHtml(
      Array.from({length: runs}, (_, run) => fold(templates, kind, keep, size, findContent(run))),
    )
  })
}

function fold(templates, kind, keep, wanted, first) {
  const source = kind === 'session' ? `${sessionId}.jsonl` : 'mixed.jsonl'
  const state = new Conversation({keep})
  const reader = readLines(source)
  state.begin(source, kind === 'session' ? {session: sessionId} : {})
  let folded = 0
  let seconds = 0
  for (const copy of freshCopies(templates, first)) {
    const lines = reader.push(copy.bytes)
    const count = Math.min(lines.length, wanted - folded)
    seconds += secondsOf(() => {
      for (let i = 0; i < count; i++) state.add(lines[i])
    })
    folded += count
    if (folded === wanted) return (seconds / folded) * 1e6
  }
}
