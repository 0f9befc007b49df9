import {expect, test} from 'vitest'
import type {Block, MediaSource} from '../../model/index.ts'
import {note, prose} from '../../page/index.ts'
import {describePrompt} from './describe-prompt.ts'

const text = (said: string): Block => ({type: 'text', text: said})
const source: MediaSource = {kind: 'url', url: 'https://example.com/a.png'}
const picture: Block = {type: 'image', source}
const shown = {kind: 'image', source, alt: 'image'}

test('images between texts stay there', () => {
  expect(describePrompt('Before\nand after', [text('Before'), picture, text('and after')])).toEqual([
    prose('Before'),
    shown,
    prose('and after'),
  ])
  expect(
    describePrompt('One\ntwo\nthree', [picture, text('One'), text('two'), picture, text('three')]),
  ).toEqual([shown, prose('One\ntwo'), shown, prose('three')])
})

test('images next to one text follow it', () => {
  expect(describePrompt('Look', [picture, text('Look')])).toEqual([prose('Look'), shown])
  expect(describePrompt('', [picture])).toEqual([shown])
})

test('notes of the editor are not part of the prompt', () => {
  const opened = note('info', 'The user opened a.ts')
  const blocks = [text('<ide_opened_file>The user opened a.ts</ide_opened_file>'), picture, text('Look')]
  expect(describePrompt('Look', blocks, [opened])).toEqual([prose('Look'), opened, shown])
  const together = [text('<ide_opened_file>a.ts</ide_opened_file>Here'), picture, text('and there')]
  expect(describePrompt('Here\nand there', together, [opened])).toEqual([
    prose('Here'),
    shown,
    prose('and there'),
    opened,
  ])
})

// How much work this takes is counted in test/pages/linear-work.test.ts.
test('very many texts have their images between them', () => {
  const texts = 40_000
  const blocks = Array.from({length: texts}, () => [text('a'), picture]).flat()
  expect(describePrompt(Array.from({length: texts}, () => 'a').join('\n'), blocks)).toHaveLength(2 * texts)
})
