import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {contrast} from '../support/browser/contrast.ts'

const css = readFileSync(new URL('../../src/web/styles/base.css', import.meta.url), 'utf8')

const colours = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, {light, dark}] as const,
  ),
)

const inks = [
  'ink',
  'soft',
  'person',
  'thinking',
  'tool',
  'system',
  'bad',
  'warn',
  'good',
  ...[1, 2, 3, 4, 5, 6].map((number) => `hue-${number}`),
]

describe('everybody who acts can be read, on light paper and on dark', () => {
  for (const paper of ['paper', 'raised', 'sunken', 'person-wash'])
    for (const ink of inks)
      test(`${ink} on ${paper}`, () => {
        const [one, other] = [colours.get(ink), colours.get(paper)]
        if (!one || !other) return expect.unreachable()
        expect(contrast(one.light, other.light)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(one.dark, other.dark)).toBeGreaterThanOrEqual(4.5)
      })
})

test('the colours are those of the design', () => {
  expect(colours.get('paper')).toEqual({light: '#fbfaf7', dark: '#16181c'})
  expect(colours.get('person')).toEqual({light: '#2f5fb3', dark: '#8fb3f0'})
  expect(colours.get('tool')).toEqual({light: '#1f7a6d', dark: '#6cc7b8'})
  expect(colours.get('bad')).toEqual({light: '#b3372f', dark: '#f08a80'})
})
