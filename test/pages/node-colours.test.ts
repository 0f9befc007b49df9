import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'

const read = (name: string): string =>
  readFileSync(new URL(`../../src/web/styles/${name}.css`, import.meta.url), 'utf8')

type Pair = readonly [light: string, dark: string]

/** Every colour of the style sheets by its name, on light and on dark paper. */
const colours: ReadonlyMap<string, Pair> = new Map(
  [...`${read('base')}${read('nodes')}`.matchAll(/--([\w-]+):\s*light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']): [string, Pair] => [name, [light, dark]],
  ),
)

const colour = (name: string): Pair => colours.get(name) ?? expect.unreachable(name)

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const names = [...colours.keys()]
const inks = names.filter((name) => /^ansi-(?!on-)/.test(name))
const papers = names.filter((name) => name.startsWith('ansi-on-'))

const pairs: readonly (readonly [ink: string, paper: string])[] = [
  ...inks.flatMap((ink) => ['paper', 'sunken'].map((paper) => [ink, paper] as const)),
  ...papers.map((paper) => ['ink', paper] as const),
  ...['added', 'added-word', 'removed', 'removed-word'].map((paper) => ['ink', paper] as const),
  ...['added', 'removed'].map((paper) => ['soft', paper] as const),
  ...['soft', 'good', 'bad', 'warn', 'person'].map((ink) => [ink, 'paper'] as const),
  ['soft', 'sunken'],
  ['good', 'added'],
  ['bad', 'removed'],
]

describe('each colour of a node is legible on its background, light and dark', () => {
  test('there are twelve hues to write in and thirteen to write on', () => {
    expect([inks.length, papers.length]).toEqual([12, 13])
  })

  test.each(pairs)('%s on %s', (ink, paper) => {
    for (const theme of [0, 1] as const)
      expect(contrast(colour(ink)[theme], colour(paper)[theme])).toBeGreaterThanOrEqual(4.5)
  })
})
