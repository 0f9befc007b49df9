import {noSgr, readSgr, type Sgr, sgrBetween} from '../../../page/index.ts'

/** Text apart from its colours, so that it can be measured and cut without minding them. */
export interface StyledText {
  readonly plain: string
  /** Where the look changes, in order. */
  readonly turns: readonly {readonly at: number; readonly sgr: Sgr}[]
}

/** A stretch of a text, by the positions of its characters. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Removes the colours of a text. It must be sanitized: colours are the only sequences that it may contain. */
export function readStyled(text: string): StyledText {
  let plain = ''
  let sgr = noSgr
  const turns: {at: number; sgr: Sgr}[] = []
  let at = 0
  for (;;) {
    const esc = text.indexOf('\u001b[', at)
    const end = esc === -1 ? -1 : text.indexOf('m', esc)
    if (end === -1) break
    plain += text.slice(at, esc)
    sgr = readSgr(text.slice(esc + 2, end), sgr)
    turns.push({at: plain.length, sgr})
    at = end + 1
  }
  return {plain: plain + text.slice(at), turns}
}

/** The text of `readStyled` alone, for those who only measure it. */
export function stripStyles(text: string): string {
  let plain = ''
  let at = 0
  for (;;) {
    const esc = text.indexOf('\u001b[', at)
    const end = esc === -1 ? -1 : text.indexOf('m', esc)
    if (end === -1) return at === 0 ? text : plain + text.slice(at)
    plain += text.slice(at, esc)
    at = end + 1
  }
}

/** Cuts stretches out, in their order; each has its colours and closes them. */
export function sliceStyled(text: StyledText, ranges: readonly TextRange[]): readonly string[] {
  const {plain, turns} = text
  if (turns.length === 0) return ranges.map(({from, to}) => plain.slice(from, to))
  let turn = 0
  let sgr = noSgr
  return ranges.map(({from, to}) => {
    let out = ''
    let drawn = noSgr
    let at = from
    for (;;) {
      const next = turns[turn]
      const end = next && next.at < to ? Math.max(next.at, at) : to
      if (end > at) {
        out += sgrBetween(drawn, sgr) + plain.slice(at, end)
        drawn = sgr
        at = end
      }
      if (!next || next.at >= to) return out + sgrBetween(drawn, noSgr)
      sgr = next.sgr
      turn += 1
    }
  })
}
