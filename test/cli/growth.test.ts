import {describe, expect, test} from 'vitest'
import {growingInputs} from '../support/growth/growing-inputs.ts'
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

  // It adds up what a run costs whenever a turn ends.
  test('record a stream', () => {
    const streams = growingInputs.filter(({name}) => name.endsWith('of a stream'))
    expect(streams.map(({name}) => name)).toContain('results of a stream')
    const record: GrowthCommands = (file) => [['record', '--raw', '--', '/bin/cat', file]]
    expect(growthProblems(record, streams)).toEqual([])
  })
})
