import {expect, test} from 'vitest'
import {callOf, pageEntryOf, sessionPageOf, turnOf} from '../../../test/support/pages/session-page.ts'
import {field, fields} from '../build-nodes.ts'
import {firstLine, plainFirstLine} from '../text/cut-text.ts'
import {createOutline, findTurnHead} from './outline.ts'

test('an outline names what was asked, and in each turn its agents, errors and compactions', () => {
  const turn = turnOf(1, [
    pageEntryOf({
      kind: 'prompt',
      subject: 'Fix it\nplease',
      below: [
        callOf({title: 'Bash', subject: 'npm test', isError: true, anchor: 'bad'}),
        callOf({
          title: 'Read',
          subject: 'src/shop/cart.ts:1-20',
          isError: true,
          anchor: 'file',
          asked: fields(field('file', 'File', '/home/ada/src/shop/cart.ts')),
        }),
        pageEntryOf({kind: 'agent', title: 'Look around', anchor: 'agent'}),
        pageEntryOf({kind: 'compaction', title: 'Compacted', outcome: '9 → 1', anchor: 'small'}),
      ],
    }),
  ])
  const [outline] = createOutline(sessionPageOf([turn]))
  expect(outline?.text).toBe('Fix it')
  expect(outline?.landmarks.map(({kind, text, anchor}) => [kind, text, anchor])).toEqual([
    ['error', 'Bash npm test', 'bad'],
    ['error', 'Read cart.ts:1-20', 'file'],
    ['agent', 'Look around', 'agent'],
    ['compaction', 'Compacted 9 → 1', 'small'],
  ])
})

test('a turn with very many errors names the first and counts the rest', () => {
  const errors = Array.from({length: 100}, () => callOf({isError: true}))
  const [outline] = createOutline(sessionPageOf([turnOf(1, [pageEntryOf({kind: 'prompt', below: errors})])]))
  expect((outline?.landmarks.length ?? 0) + (outline?.more ?? 0)).toBe(100)
  expect(outline?.more).toBeGreaterThan(50)
})

test('a note of the client is not the head of a turn', () => {
  const prompt = pageEntryOf({kind: 'prompt', subject: 'Hello'})
  expect(findTurnHead(turnOf(1, [pageEntryOf({kind: 'metadata'}), prompt]))).toBe(prompt)
})

test('a line is cut between characters', () => {
  expect(firstLine('  a   b \n c')).toBe('a b')
  expect(firstLine('🎉🎉🎉', 3)).toBe('🎉…')
  expect(firstLine('x'.repeat(1_000_000), 5)).toBe('xxxxx…')
})

test('in a list what was written has no marks around code and what is strong', () => {
  expect(plainFirstLine('Why does `npm test` **always** fail?')).toBe('Why does npm test always fail?')
  expect(plainFirstLine('a ``b` c``, 2 ** 3 and one ` alone')).toBe('a ``b` c``, 2 ** 3 and one ` alone')
  expect(plainFirstLine('cut between words', 12)).toBe('cut between…')
})
