import {readFileSync, statSync} from 'node:fs'
import {join, resolve} from 'node:path'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {privateAddress} from '../../loopback.ts'

/** Where to post messages, and how. */
export type SlackSettings = {
  readonly threadTs: string | undefined
  /** Whom to mention when a run fails, as the user wrote it. */
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
 * Reads where to post. Only the user's own settings are trusted: the environment, then `~/.ccpretty.env`; the first with a
 * token or a webhook counts. A `.env` in the current folder may come with a repository, and its token would send
 * the session to the workspace of whoever wrote it. So such a file is read only if the user names it (`--slack-env`).
 * Even then it cannot name another server: its webhook must be Slack's own, and its API address is not read.
 */
export function slackSettings(host: Host, given: Arguments): SlackSettings {
  const environment = finder(new Map(Object.entries(host.env)))
  const own = finder(readEnvFile(join(host.home, '.ccpretty.env')))
  const named = namedFile(host, given)
  const place = named ?? [environment, own].find(isConfigured) ?? environment
  const find: Find = (name) =>
    place === named ? (place(name) ?? environment(name)) : (environment(name) ?? place(name))
  const token = place('TOKEN')
  const webhook = place('WEBHOOK')
  const common = {
    threadTs: given.values.get('slack-thread') ?? find('THREAD_TS'),
    mention: given.values.get('slack-mention') ?? find('MENTION'),
  }
  if (place === named && token === undefined && !slackHook.test(webhook ?? ''))
    throw new Failure(
      `Cannot post to Slack: the webhook in ${given.values.get('slack-env')} is not a Slack webhook (https://hooks.slack.com/…).`,
      2,
    )
  if (token === undefined && webhook !== undefined)
    return {...common, webhook: address(webhook), channel: 'webhook'}
  if (token === undefined)
    throw new Failure(
      `Cannot post to Slack: no token is set. Set RECOUNT_SLACK_TOKEN and RECOUNT_SLACK_CHANNEL, or RECOUNT_SLACK_WEBHOOK; see docs/slack.md.${unusedFile(host)}`,
      2,
    )
  const channel = given.values.get('slack-channel') ?? find('CHANNEL')
  if (channel === undefined)
    throw new Failure('Cannot post to Slack: no channel is set. Set RECOUNT_SLACK_CHANNEL.', 2)
  const url = environment('API_URL') ?? own('API_URL')
  return {...common, token, channel, apiUrl: url === undefined ? undefined : address(url)}
}

const isConfigured = (find: Find): boolean => (find('TOKEN') ?? find('WEBHOOK')) !== undefined

/** The file that the user names; one without settings is an error, because others would be used instead. */
function namedFile(host: Host, {values}: Arguments): Find | undefined {
  const name = values.get('slack-env')
  if (name === undefined) return undefined
  const find = finder(readEnvFile(resolve(host.cwd, name)))
  if (isConfigured(find)) return find
  throw new Failure(
    `Cannot use --slack-env ${name}: it cannot be read, or has neither RECOUNT_SLACK_TOKEN nor RECOUNT_SLACK_WEBHOOK.`,
    2,
  )
}

/** Says why a `.env` here was not used. */
const unusedFile = (host: Host): string =>
  isConfigured(finder(readEnvFile(join(host.cwd, '.env'))))
    ? ' The .env here has Slack settings, but it may come from a repository. If it is yours, pass --slack-env .env.'
    : ''

const slackHook = /^https:\/\/hooks\.slack(?:-gov)?\.com\//

/** recount's own names win over those of ccpretty; an empty value counts as missing. */
const finder =
  (variables: ReadonlyMap<string, string | undefined>): Find =>
  (name) =>
    variables.get(`RECOUNT_SLACK_${name}`) || variables.get(`CCPRETTY_SLACK_${name}`) || undefined

function address(text: string): string {
  const safe = privateAddress(text)
  if (safe === undefined) throw new Failure(`Cannot post to Slack: "${text}" is not an https address.`, 2)
  return safe
}

const line = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/

const maxBytes = 1_000_000

/** The variables of a `.env` file; empty if it is missing, unreadable or not a regular file. */
function readEnvFile(path: string): ReadonlyMap<string, string> {
  let text = ''
  try {
    // A pipe of that name would never end.
    const about = statSync(path)
    if (!about.isFile() || about.size > maxBytes) return new Map()
    text = readFileSync(path, 'utf8')
  } catch {
    return new Map()
  }
  return new Map(
    text.split(/\r?\n/).flatMap((row) => {
      const [, name, value = ''] = line.exec(row) ?? []
      return name === undefined ? [] : [[name, unquoted(value)] as const]
    }),
  )
}

/** Removes quotes, or a comment after an unquoted value. */
function unquoted(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'([^']*)'/.exec(value)
  if (quoted)
    return quoted[1]?.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped)) ?? quoted[2] ?? ''
  return value.replace(/\s+#.*$/, '')
}
