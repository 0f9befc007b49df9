import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {growthProblems} from '../support/growth/growth-problems.ts'

describe('the work of an export follows the size of the session, whatever shape it has', () => {
  test.each([
    ['HTML', 'page.html'],
    ['Markdown', 'page.md'],
    ['JSON', 'page.json'],
  ])('as %s', (_, name) => {
    expect(growthProblems((file, home) => [['export', file, '-o', join(home, name)]])).toEqual([])
  })
})
