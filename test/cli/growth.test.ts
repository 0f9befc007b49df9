import {describe, expect, test} from 'vitest'
import type {GrowthCommands} from '../support/growth/growth-problems.ts'
import {growthProblems} from '../support/growth/growth-problems.ts'

const commands: Readonly<Record<string, GrowthCommands>> = {
  inspect: (file) => [['inspect', file]],
  'show as lines': (file) => [['show', file]],
  'show as boxes': (file) => [['show', file, '--style', 'box', '--depth', 'all']],
  'show as JSON': (file) => [['show', file, '--format', 'json']],
  'post to Slack': (file) => [['slack', file, '--dry-run']],
}

describe('the work of a command follows the size of its input, whatever shape that has', () => {
  test.each(Object.entries(commands))('%s', (_, words) => {
    expect(growthProblems(words)).toEqual([])
  })
})
