import {dirname} from 'node:path'
import {expect, test} from 'vitest'
import {growthProblems} from '../support/growth/growth-problems.ts'

test('the work of the archive follows the size of the sessions, whatever shape they have', () => {
  const problems = growthProblems((file) => [['index', dirname(file)], ['search', 'done'], ['usage'], ['ls']])
  expect(problems).toEqual([])
})
