const range = (first: number, last: number): readonly string[] =>
  Array.from({length: last - first + 1}, (_, at) => String.fromCodePoint(first + at))

/** Every kind of character that a reader does not see or that changes how others are shown, by code point. */
export const hiddenCharacters: Readonly<Record<string, readonly string[]>> = {
  'C0 controls': [...range(0x00, 0x08), ...range(0x0b, 0x1f), '\u007f'],
  'C1 controls': range(0x80, 0x9f),
  'marks of direction': ['\u061c', '\u200e', '\u200f', ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)],
  'zero-width characters': [
    '\u200b',
    '\u2060',
    '\u2061',
    '\u2062',
    '\u2063',
    '\u2064',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u180e',
  ],
  'joiners that join nothing': ['\u200c', '\u200d', '\ufe0e', '\ufe0f'],
  'variation selectors': [...range(0xfe00, 0xfe0d), '\u{e0100}', '\u{e01ef}', '\u180b'],
  'tag characters': ['\u{e0001}', ...range(0xe0020, 0xe007f)],
  'interlinear annotation': ['\ufff9', '\ufffa', '\ufffb'],
  fillers: ['\u115f', '\u1160', '\u3164', '\uffa0', '\u17b4', '\u17b5'],
  'line and paragraph separators': ['\u2028', '\u2029'],
  'shorthand and music controls': ['\u{1bca0}', '\u{1d173}'],
}

/** All of them in one text, each between two letters. */
export const hiddenText = `v${Object.values(hiddenCharacters).flat().join('v')}v`

/** Where a text has one of them first, with what is around it; nothing if it has none. Line ends and tabs are none. */
export function findHidden(text: string): string | undefined {
  for (let at = 0; at < text.length; at += 1) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (hiddenSet.has(character)) return JSON.stringify(text.slice(Math.max(0, at - 40), at + 20))
  }
  return undefined
}

const hiddenSet: ReadonlySet<string> = new Set(Object.values(hiddenCharacters).flat())
