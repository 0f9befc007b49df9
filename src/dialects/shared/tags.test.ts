import {expect, test} from 'vitest'
import {attributeOf, findOutput, findTag, firstTag, tagText} from './tags.ts'

test('a text begins with a tag or does not', () => {
  expect(firstTag('<bash-input>ls</bash-input>')).toBe('bash-input')
  expect(firstTag('\n  <ide_selection>x</ide_selection>')).toBe('ide_selection')
  expect(firstTag('see <bash-input>')).toBeUndefined()
  expect(firstTag('a < b')).toBeUndefined()
  expect(firstTag('<3')).toBeUndefined()
})

test('a tag is found by its complete name', () => {
  expect(tagText('<status-line>a</status-line><status>b</status>', 'status')).toBe('b')
  expect(tagText('<results>a</results>', 'result')).toBeUndefined()
})

test('a tag that is not closed is none', () => {
  expect(tagText('<result>open', 'result')).toBeUndefined()
  expect(tagText('</result><result', 'result')).toBeUndefined()
})

test('attributes may hold anything but a quote', () => {
  const tag = findTag(
    '<teammate-message teammate_id="alice" summary="a > b">hi</teammate-message>',
    'teammate-message',
  )
  expect(tag?.text).toBe('hi')
  expect(tag && attributeOf(tag, 'teammate_id')).toBe('alice')
  expect(tag && attributeOf(tag, 'summary')).toBe('a > b')
  expect(tag && attributeOf(tag, 'id')).toBeUndefined()
})

test('an output reaches to the last closing tag', () => {
  expect(findOutput('<o>a</o>b</o>c', 'o')).toEqual({start: 0, end: 13, attributes: '', text: 'a</o>b'})
  expect(findTag('<o>a</o>b</o>c', 'o')).toEqual({start: 0, end: 8, attributes: '', text: 'a'})
})
