import {join} from 'node:path'
import type {Arguments} from '../command.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {readEnvFile} from './read-env-file.ts'

/** Where messages go, and how. */
export type SlackSettings = {
  readonly threadTs: string | undefined
  /** Who is to know when a run fails, as the user says it. */
  readonly mention: string | undefined
} & (
  | {readonly webhook: string; readonly token?: never; readonly channel: string; readonly apiUrl?: never}
  | {
      readonly webhook?: never
      readonly token: string
      readonly channel: string
      /** Instead of Slack's own address. */
      readonly apiUrl: string | undefined
    }
)

type Find = (name: string) => string | undefined

/**
 * Reads where to post. The first place that has a token or a webhook is the one that counts: the environment, `.env`
 * here, `~/.ccpretty.env`. Where to connect to is never read from a `.env` here: that file may come with a repository,
 * and a token that was given elsewhere, or all that is told, would go to whoever wrote it. So a webhook there is one of
 * Slack's own.
 */
export function slackSettings(host: Host, given: Arguments): SlackSettings {
  const environment = finder(new Map(Object.entries(host.env)))
  const own = finder(readEnvFile(join(host.home, '.ccpretty.env')))
  const here = finder(readEnvFile(join(host.cwd, '.env')))
  const places = [environment, here, own]
  const place = places.find((find) => find('TOKEN') ?? find('WEBHOOK')) ?? environment
  const find: Find = (name) => environment(name) ?? place(name)
  const token = place('TOKEN')
  const webhook = place('WEBHOOK')
  const common = {
    threadTs: given.values.get('slack-thread') ?? find('THREAD_TS'),
    mention: given.values.get('slack-mention') ?? find('MENTION'),
  }
  if (place === here && webhook !== undefined && !slackHook.test(webhook))
    throw new Failure(
      'Cannot post to Slack: the webhook in .env is none of Slack (https://hooks.slack.com/…).',
      2,
    )
  if (token === undefined && webhook !== undefined)
    return {...common, webhook: address(webhook), channel: 'webhook'}
  if (token === undefined)
    throw new Failure(
      'Cannot post to Slack: there is no token. Set RECOUNT_SLACK_TOKEN and RECOUNT_SLACK_CHANNEL, or RECOUNT_SLACK_WEBHOOK; docs/slack.md tells how.',
      2,
    )
  const channel = given.values.get('slack-channel') ?? find('CHANNEL')
  if (channel === undefined)
    throw new Failure('Cannot post to Slack: no channel is named. Set RECOUNT_SLACK_CHANNEL.', 2)
  const url = environment('API_URL') ?? own('API_URL')
  return {...common, token, channel, apiUrl: url === undefined ? undefined : address(url)}
}

const slackHook = /^https:\/\/hooks\.slack(?:-gov)?\.com\//

/** Our own name wins over that of the program people come from; an empty value is none. */
const finder =
  (variables: ReadonlyMap<string, string | undefined>): Find =>
  (name) =>
    variables.get(`RECOUNT_SLACK_${name}`) || variables.get(`CCPRETTY_SLACK_${name}`) || undefined

/** What is posted is read by nobody on the way, unless it stays on this machine. */
function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && /^(?:localhost|127\.|\[::1\])/.test(url.host))
  if (!isSafe) throw new Failure(`Cannot post to Slack: "${text}" is no https address.`, 2)
  return text
}
