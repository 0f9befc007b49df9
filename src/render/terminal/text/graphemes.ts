import stringWidth from 'string-width'

/**
 * Characters that are one grapheme of one column each, whatever is next to them, but for a mark that follows:
 * ASCII, Latin, Greek, Cyrillic, dashes, quotes, arrows, box drawing. Most text contains nothing else, and needs
 * neither a segmenter nor a table of widths.
 */
const narrow =
  ' -~\\u00a1-\\u00a8\\u00aa-\\u00ac\\u00af-\\u02ff\\u0391-\\u03a1\\u03a3-\\u0482\\u048a-\\u052f\\u2010-\\u2027' +
  '\\u2030-\\u203b\\u2190-\\u2193\\u21d0-\\u21d4\\u2200-\\u22ff\\u2500-\\u259f\\u25cb\\u25cf\\u25d0\\u2713\\u2717'

/** The same with two columns: ideographs, kana, Hangul, fullwidth forms. All of them are after the others. */
const wide =
  '\\u3001-\\u3020\\u3041-\\u3096\\u30a0-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60'
const firstWide = 0x3001

const notNarrow = new RegExp(`[^${narrow}]`)
const unusual = new RegExp(`[^${narrow}${wide}]`, 'g')
const unusualHere = new RegExp(`[^${narrow}${wide}]`, 'y')

/** Whether each character of a text is a grapheme of one column. */
export const isSingleWidth = (text: string): boolean => !notNarrow.test(text)

/** Visits each grapheme of a text without control sequences, with its columns and where it starts. */
export function eachGrapheme(
  text: string,
  visit: (grapheme: string, width: number, at: number) => void,
): void {
  let at = 0
  while (at < text.length) {
    unusual.lastIndex = at
    const found = unusual.test(text) ? unusual.lastIndex - 1 : text.length
    // The character before may carry a mark.
    const simpleEnd = found === text.length ? found : Math.max(at, found - 1)
    for (; at < simpleEnd; at += 1) visit(text.charAt(at), text.charCodeAt(at) < firstWide ? 1 : 2, at)
    if (at === text.length) return
    const end = endOfUnusual(text, found)
    while (at < end) at = visitSegments(text, at, end, visit)
  }
}

function endOfUnusual(text: string, from: number): number {
  let end = from
  unusualHere.lastIndex = end
  while (unusualHere.test(text)) end = unusualHere.lastIndex
  return end
}

interface Segment {
  readonly text: string
  readonly width: number
}

const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'})
const widths = new Map<string, number>()
const known = new Map<string, readonly Segment[]>()
const mostKnown = 5000

/** The columns of one grapheme. The few that most texts are made of are measured once. */
function widthOf(grapheme: string): number {
  const before = widths.get(grapheme)
  if (before !== undefined) return before
  const width = stringWidth(grapheme, {countAnsiEscapeCodes: true})
  if (grapheme.length <= 16 && widths.size < mostKnown) widths.set(grapheme, width)
  return width
}

function segmentsOf(text: string): readonly Segment[] {
  const before = known.get(text)
  if (before) return before
  const segments = Array.from(segmenter.segment(text), ({segment}) => ({
    text: segment,
    width: widthOf(segment),
  }))
  if (text.length <= 8 && known.size < mostKnown) known.set(text, segments)
  return segments
}

/** A segmenter takes quadratic time, so it gets chunks. The last segment of a chunk may be cut off. */
function visitSegments(
  text: string,
  from: number,
  end: number,
  visit: (grapheme: string, width: number, at: number) => void,
): number {
  let size = 128
  let segments = segmentsOf(text.slice(from, Math.min(end, from + size)))
  while (segments.length === 1 && from + size < end) {
    size *= 8
    segments = segmentsOf(text.slice(from, Math.min(end, from + size)))
  }
  const whole = from + size >= end ? segments.length : segments.length - 1
  let at = from
  for (let index = 0; index < whole; index += 1) {
    const segment = segments[index]
    if (!segment) break
    visit(segment.text, segment.width, at)
    at += segment.text.length
  }
  return at
}
