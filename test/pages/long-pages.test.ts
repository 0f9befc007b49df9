import {describe, expect, test} from 'vitest'
import {drawHtmlSession, htmlSessionDocuments} from '../../src/render/html/index.ts'
import {markdownSessionChunks} from '../../src/render/markdown/index.ts'
import {SlackThread} from '../../src/render/slack/index.ts'
import {entryOf} from '../support/pages/entry.ts'
import {htmlOptions, markdownOptions} from '../support/pages/page-options.ts'
import {callOf, pageEntryOf, sessionPageOf, turnOf} from '../support/pages/session-page.ts'

const prompt = (below: readonly ReturnType<typeof callOf>[]) =>
  pageEntryOf({kind: 'prompt', subject: 'Go', below})

describe('pages of any length', () => {
  const text = 'A sentence that is said again and again. '.repeat(25)
  const answers = Array.from({length: 2000}, () =>
    pageEntryOf({kind: 'answer', asked: [{kind: 'prose', markdown: text}]}),
  )
  const session = sessionPageOf([turnOf(1, [prompt(answers)])])

  test('are HTML in pieces, so that no string must hold all of it', () => {
    const [pieces = []] = htmlSessionDocuments(drawHtmlSession(session, htmlOptions()), htmlOptions())
    const total = pieces.reduce((sum, {length}) => sum + length, 0)
    expect(total).toBeGreaterThan(1_500_000)
    expect(Math.max(...pieces.map(({length}) => length))).toBeLessThan(total / 3)
  })

  test('are Markdown in pieces', () => {
    const pieces = markdownSessionChunks(session, markdownOptions())
    const total = pieces.reduce((sum, {length}) => sum + length, 0)
    expect(Math.max(...pieces.map(({length}) => length))).toBeLessThan(total / 2)
  })
})

test('Markdown takes more calls than a function takes arguments', () => {
  const calls = Array.from({length: 130_000}, (_, number) => callOf({key: `c${number}`, state: 'pending'}))
  const pieces = markdownSessionChunks(sessionPageOf([turnOf(1, [prompt(calls)])]), markdownOptions())
  expect(pieces.join('').match(/Read/g)?.length).toBeGreaterThanOrEqual(130_000)
})

test('Slack takes a line of stars, however deep it nests', () => {
  const thread = new SlackThread({level: 'verbose', mention: undefined})
  const markdown = '*'.repeat(40_000)
  for (const said of [`${markdown}a${markdown}`, '*a '.repeat(10_000) + 'b*'.repeat(10_000)])
    thread.update([entryOf({kind: 'prompt', asked: [{kind: 'prose', markdown: said}]})], {
      tools: [],
      agents: [],
    })
  expect(thread.takeChanges().length).toBeGreaterThan(0)
})
