import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {hiddenCharacters} from '../../../test/support/hostile/hidden-characters.ts'
import {escapeHiddenCharacters, markHiddenCharacters} from './hidden-characters.ts'

describe('hidden characters', () => {
  test.each(Object.entries(hiddenCharacters))(
    '%s are shown as marks and escaped in JSON',
    (_, characters) => {
      for (const character of characters) {
        expect(markHiddenCharacters(`a${character}b`)).toBe('a\ufffdb')
        const json = escapeHiddenCharacters(JSON.stringify({[`k${character}`]: `a${character}b`}))
        expect(json).toMatch(/^[ -~]*$/)
        expect(JSON.parse(json)).toEqual({[`k${character}`]: `a${character}b`})
      }
    },
  )
  test.each([
    'Grüße, naïve e\u0301 ñ',
    '日本語 한국어 中文',
    '👩‍👩‍👧 ⚠️ ❤️‍🔥 👍🏽 1️⃣ 🏳️‍🌈 ☎︎ 👨🏽‍💻',
    'שלום עולם',
    'مرحبا بالعالم',
    'می‌خواهم',
    'ක්‍රියා',
    'क्‍ष র‍্য',
    'x\u00a0y\u3000z',
  ])('%s stays as it is', (text) => {
    expect(markHiddenCharacters(text)).toBe(text)
    expect(escapeHiddenCharacters(JSON.stringify(text))).toBe(JSON.stringify(text))
  })
  test('what joins emoji is hidden if it joins nothing', () => {
    for (const text of [
      'a\u200db',
      'a\u200cb',
      'a\ufe0fb',
      '1\ufe0f2',
      '👩\u200d',
      '\u200d👩',
      '👩\u200d\u200d👩',
    ])
      expect(markHiddenCharacters(text)).toContain('\ufffd')
  })
  test('JSON keeps its value, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), (text) => {
        expect(JSON.parse(escapeHiddenCharacters(JSON.stringify({[text]: [text]})))).toEqual({[text]: [text]})
      }),
    )
  })
})
