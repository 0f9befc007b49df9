import {noSgr, type Sgr} from '../../../page/index.ts'

/** The hues that the page has classes for, in the order of the colour circle; each is 30 degrees wide. */
const hues = [
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'jade',
  'cyan',
  'azure',
  'blue',
  'violet',
  'magenta',
  'rose',
] as const

/** Black and white are what paper and ink are to the page; a bright black is grey everywhere. */
const named: readonly (string | undefined)[] = [
  undefined,
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  undefined,
]

const known = new Map<Sgr, string>()
const maxKnown = 1000

/**
 * The classes that a run of text in a terminal's colours has. There are no more of them than the style sheet has
 * rules: 256 and 16 million colours become the nearest of twelve hues and a grey, which are legible on either paper.
 */
export function ansiClasses(sgr: Sgr): string {
  if (sgr === noSgr) return ''
  const seen = known.get(sgr)
  if (seen !== undefined) return seen
  const [foreground, background, weight, slant, underline, inverse, struck] = sgr
  const ink = hueOf(foreground)
  const paper = background === '' ? undefined : (hueOf(background) ?? 'grey')
  const [front, back] = inverse === '' ? [ink, paper] : [paper, ink ?? 'grey']
  const classes = [
    back === undefined ? front && `ansi-${front}` : `ansi-on-${back}`,
    weight.includes('1') && 'ansi-bold',
    weight.includes('2') && 'ansi-dim',
    slant && 'ansi-italic',
    underline && 'ansi-underline',
    struck && 'ansi-struck',
  ]
  const text = classes.filter(Boolean).join(' ')
  if (known.size < maxKnown) known.set(sgr, text)
  return text
}

/** The hue of a colour as SGR codes name it; nothing for what is as good as the page's own ink. */
function hueOf(codes: string): string | undefined {
  if (codes === '') return undefined
  const [code = 0, mode, ...values] = codes.split(';').map(Number)
  if (mode === undefined) return basic(code % 10, code >= 90)
  return mode === 5 ? indexed(values[0] ?? 0) : rgb(values[0] ?? 0, values[1] ?? 0, values[2] ?? 0)
}

const basic = (color: number, bright: boolean): string | undefined =>
  color === 0 && bright ? 'grey' : named[color]

function indexed(index: number): string | undefined {
  if (index < 16) return basic(index % 8, index > 7)
  if (index > 231) return index > 250 || index < 236 ? undefined : 'grey'
  const cube = index - 16
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step)
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6))
}

function rgb(red: number, green: number, blue: number): string | undefined {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < 24) return most < 60 || most > 190 ? undefined : 'grey'
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return hues[(Math.round(sixth * 2) + 12) % 12]
}
