// The characters with a meaning in lines and in JSON; as bytes and as character codes they are the same.
export const NUL = 0
const TAB = 9
export const LF = 10
export const CR = 13
const SPACE = 32
export const QUOTE = 34
export const COMMA = 44
export const COLON = 58
export const OPEN_BRACKET = 91
export const BACKSLASH = 92
export const CLOSE_BRACKET = 93
export const OPEN_BRACE = 123
export const CLOSE_BRACE = 125

/** True for JSON's own white space. */
export const isSpace = (code: number | undefined): boolean =>
  code === SPACE || code === TAB || code === CR || code === LF
