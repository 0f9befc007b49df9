import {expect, test} from 'vitest'
import {callOf, pageEntryOf} from '../../../../test/support/pages/session-page.ts'
import {plain, prose} from '../../../page/index.ts'
import {renderMarkdownEntry} from './render-entries.ts'

const options = {
  zone: 'UTC',
  timestamps: false,
  compact: false,
  imageUrl: () => undefined,
  gitLink: undefined,
  sessionHref: () => undefined,
  frontMatter: false,
  folder: undefined,
}

test('what was said is alone, without who said it and what followed', () => {
  const answer = pageEntryOf({kind: 'answer', asked: [prose('It **turns** again.')]})
  const prompt = pageEntryOf({
    kind: 'prompt',
    subject: 'Why?',
    asked: [prose('Why?')],
    below: [answer],
  })
  expect(renderMarkdownEntry(prompt, options)).toBe('Why?\n')
  expect(renderMarkdownEntry(answer, options)).toBe('It **turns** again.\n')
})

test('what was done has its line before it', () => {
  const call = callOf({title: 'Bash', subject: 'npm test', answered: [plain('all green')]})
  const words = renderMarkdownEntry(call, options)
  expect(words).toMatch(/^✓ \*\*Bash\*\* `npm test`/)
  expect(words).toContain('all green')
})

test('an agent is what it said and did', () => {
  const said = pageEntryOf({kind: 'answer', asked: [prose('Found it.')]})
  const agent = pageEntryOf({kind: 'agent', title: 'Explore', below: [said]})
  expect(renderMarkdownEntry(agent, options)).toContain('Found it.')
})
