/** How text is marked: colour means who acts, weight means what matters. */
export interface Palette {
  readonly strong: (text: string) => string
  readonly dim: (text: string) => string
  readonly tool: (text: string) => string
  readonly bad: (text: string) => string
}

/** The sequences that a palette writes, as the source of an expression. */
export const paletteSequence = '\\u001b\\[(?:1|2|22|31|36|39)m'

const sgr =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`

const same = (text: string): string => text

/** The palette for a terminal, or one without colour. */
export const paletteFor = (color: boolean): Palette =>
  color
    ? {strong: sgr(1, 22), dim: sgr(2, 22), tool: sgr(36, 39), bad: sgr(31, 39)}
    : {strong: same, dim: same, tool: same, bad: same}
