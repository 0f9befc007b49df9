import {describe, expect, test} from 'vitest'
import {type Glyphs, glyphsFor} from './glyphs.ts'

const marksOf = (value: Glyphs | Glyphs[keyof Glyphs]): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value).flatMap((part) => marksOf(part))

describe('the marks recount draws', () => {
  test('are ASCII alone in the plain style, with or without emoji', () => {
    for (const emoji of [true, false])
      expect(marksOf(glyphsFor({style: 'plain', emoji})).join('')).toMatch(/^[ -~]+$/)
  })
  test('are no emoji where none are wanted', () => {
    for (const style of ['box', 'line'] as const)
      expect(marksOf(glyphsFor({style, emoji: false})).join('')).not.toMatch(/\p{Emoji_Presentation}|\ufe0f/u)
  })
  test('tell every state apart', () => {
    for (const style of ['box', 'line', 'plain'] as const) {
      const {pending, ...settled} = glyphsFor({style, emoji: true}).states
      expect(new Set(Object.values(settled)).size).toBe(Object.values(settled).length)
      expect(pending).not.toBe('')
    }
  })
})
