import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {slackOptions} from '../../src/cli/commands/slack/slack-command.ts'
import {slackLimits} from '../../src/render/slack/index.ts'
import {slackRates} from '../../src/sinks/slack/index.ts'

const guide = readFileSync(new URL('../../docs/slack.md', import.meta.url), 'utf8')
const number = (value: number): string => value.toLocaleString('en-US')

test('the guide names every limit with its source', () => {
  for (const {max, what, source} of Object.values(slackLimits))
    expect(guide).toContain(`| ${number(max)} | ${what} | <${source}> |\n`)
})

test('the guide names the rate of every method', () => {
  for (const [method, {calls, perMs, tier}] of Object.entries(slackRates))
    expect(guide).toContain(
      `| \`${method}\` | ${calls} ${perMs === 1000 ? 'a second' : 'a minute'} | ${tier} |\n`,
    )
})

test('the guide names every option that is not explained elsewhere', () => {
  const named = slackOptions.filter(({name}) => name !== 'slack-channel' && name !== 'slack-thread')
  for (const {name} of named) expect(guide).toContain(`--${name}`)
})
