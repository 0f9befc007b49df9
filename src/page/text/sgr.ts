/**
 * The style of a text, one slot for each attribute of a terminal: foreground, background, weight, slant, underline,
 * inverse, struck out. An empty slot is the default.
 */
export type Sgr = readonly [string, string, string, string, string, string, string]

/** The default style. */
export const noSgr: Sgr = ['', '', '', '', '', '', '']

const closers = ['39', '49', '22', '23', '24', '27', '29'] as const

/** The slot a code belongs to, and what it puts there. Blinking, hidden text and fonts are not in here. */
const simple: ReadonlyMap<number, readonly [slot: number, value: string]> = new Map([
  [3, [3, '3']],
  [4, [4, '4']],
  [7, [5, '7']],
  [9, [6, '9']],
  [21, [4, '4']],
  [22, [2, '']],
  [23, [3, '']],
  [24, [4, '']],
  [27, [5, '']],
  [29, [6, '']],
  [39, [0, '']],
  [49, [1, '']],
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((hue): [number, readonly [number, string]][] => [
    [30 + hue, [0, `${30 + hue}`]],
    [40 + hue, [1, `${40 + hue}`]],
    [90 + hue, [0, `${90 + hue}`]],
    [100 + hue, [1, `${100 + hue}`]],
  ]),
])

/** More than any program writes into one sequence; the rest is ignored. */
const maxCodes = 64

/** There are few different sequences and styles, so results are cached. */
const known = new Map<Sgr, Map<string, Sgr>>()
const maxKnown = 1000
let knownCount = 0

/**
 * Reads the parameters of a `CSI … m`. Codes that hide or blink, and unknown codes, change nothing. The default style
 * is always `noSgr` itself.
 */
export function readSgr(parameters: string, before: Sgr): Sgr {
  if (parameters === '' || parameters === '0') return noSgr
  const seen = known.get(before)?.get(parameters)
  if (seen) return seen
  const read = readCodes(parameters.slice(0, 1024).split(';', maxCodes), [...before])
  const sgr = read.every((slot) => slot === '') ? noSgr : read
  if (parameters.length < 32 && knownCount < maxKnown) remember(before, parameters, sgr)
  return sgr
}

function remember(before: Sgr, parameters: string, sgr: Sgr): void {
  const after = known.get(before) ?? new Map<string, Sgr>()
  known.set(before, after.set(parameters, sgr))
  knownCount += 1
}

function readCodes(codes: readonly string[], state: [...Sgr]): Sgr {
  for (let index = 0; index < codes.length; index += 1) {
    const [first = '', ...details] = (codes[index] ?? '').split(':')
    const code = Number(first === '' ? 0 : first)
    const known = simple.get(code)
    if (code === 0) state.fill('')
    else if (code === 4 && details[0] === '0') state[4] = ''
    else if (code === 1 || code === 2) state[2] = weight(state[2], `${code}`)
    else if (known) state[known[0]] = known[1]
    else if (code === 38 || code === 48 || code === 58) {
      const rest = details.length > 0 ? withoutSpace(details) : codes.slice(index + 1, index + 5)
      const color = colorOf(rest)
      if (color && code !== 58) state[code === 38 ? 0 : 1] = `${code};${color}`
      if (details.length === 0) index += rest[0] === '2' ? 4 : rest[0] === '5' ? 2 : 0
    }
  }
  return state
}

/** Bold and faint have one closing code and may be combined. */
const weight = (before: string, added: string): string => (before === '' || before === added ? added : '1;2')

/** `38:2:<space>:r:g:b` names a colour space that no terminal looks at. */
const withoutSpace = (details: readonly string[]): readonly string[] =>
  details[0] === '2' && details.length > 4 ? ['2', ...details.slice(2)] : details

function colorOf(rest: readonly string[]): string | undefined {
  const parts = rest[0] === '2' ? rest.slice(1, 4) : rest[0] === '5' ? rest.slice(1, 2) : []
  const isComplete = parts.length === (rest[0] === '2' ? 3 : 1)
  return isComplete && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
    ? [rest[0], ...parts].join(';')
    : undefined
}

/** The sequence that changes one style to another; empty if they are the same. */
export function sgrBetween(from: Sgr, to: Sgr): string {
  if (from === to) return ''
  const codes: string[] = []
  for (let slot = 0; slot < closers.length; slot += 1) {
    const before = from[slot]
    const after = to[slot]
    if (before === after) continue
    if (after === '' || (slot === 2 && before !== '')) codes.push(closers[slot] ?? '')
    if (after) codes.push(after)
  }
  return codes.length === 0 ? '' : `\u001b[${codes.join(';')}m`
}
