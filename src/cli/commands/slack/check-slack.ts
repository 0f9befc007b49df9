import {setTimeout as pause} from 'node:timers/promises'
import {describeSlackError, readTextField, type SlackApi, SlackError} from '../../../sinks/slack/index.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {resolveMention} from './resolve-mention.ts'
import type {SlackSettings} from './slack-settings.ts'

/** The scopes of the app, and what is missing without each. */
const scopes: readonly {readonly name: string; readonly without: string; readonly needed: boolean}[] = [
  {name: 'chat:write', without: 'nothing can be posted', needed: true},
  {name: 'reactions:write', without: "the first message does not show the run's status", needed: false},
  {
    name: 'channels:history',
    without: 'a message may be posted twice after a crash (groups:history in private channels)',
    needed: false,
  },
  {name: 'files:write', without: 'very long texts are cut', needed: false},
]

/** Tries everything that posting needs and reports each result. Fails if one does not work. */
export async function checkSlack(host: Host, api: SlackApi, settings: SlackSettings): Promise<void> {
  const say = (line: string): Promise<void> => host.out.write(`${line}\n`)
  const problems: string[] = []
  const attempt = async (what: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      await say(`✓ ${await retryRateLimited(work)}`)
      return true
    } catch (error) {
      if (!(error instanceof SlackError || error instanceof Failure)) throw error
      const why =
        error instanceof Failure
          ? error.message.replace(/\.$/, '')
          : `Cannot ${what}: ${describeSlackError(error.code, error.needed)}`
      problems.push(why)
      await say(`✗ ${why}.`)
      return false
    }
  }
  const isKnown =
    api.postsOnly ||
    (await attempt('use the token', async () => {
      const response = await api.call('auth.test', {})
      await printScopes(response, say)
      return `The token belongs to ${readTextField(response, 'user')} in ${readTextField(response, 'team')}`
    }))
  if (isKnown) await attempt(`post to ${settings.channel}`, () => postHello(api, settings))
  const {mention} = settings
  if (isKnown && mention !== undefined)
    await attempt('find whom to mention', async () => `${mention} is ${await resolveMention(api, mention)}`)
  if (problems.length > 0) throw new Failure('Slack is not set up yet.', 1)
  await say('Slack is set up.')
}

/** Retries once after a rate limit, which is not a problem of the setup. */
async function retryRateLimited(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlackError) || error.code !== 'ratelimited') throw error
    await pause(Math.min(error.retryAfterMs ?? defaultWaitMs, maxWaitMs))
    return work()
  }
}

const defaultWaitMs = 1000
const maxWaitMs = 30_000

async function postHello(api: SlackApi, {channel, threadTs}: SlackSettings): Promise<string> {
  const response = await api.call('chat.postMessage', {
    channel,
    text: 'recount can post here.',
    ...(threadTs === undefined ? {} : {thread_ts: threadTs}),
  })
  return `Posted a message to ${readTextField(response, 'channel') ?? 'the channel of the webhook'}`
}

async function printScopes(
  response: Readonly<Record<string, unknown>>,
  say: (line: string) => Promise<void>,
): Promise<void> {
  const about = new Map(Object.entries(response['response_metadata'] ?? {}))
  const has = about.get('scopes')
  if (!Array.isArray(has)) return
  for (const {name, without, needed} of scopes) {
    if (has.includes(name) || (name === 'channels:history' && has.includes('groups:history')))
      await say(`✓ Has scope ${name}`)
    else await say(`${needed ? '✗' : '·'} Lacks scope ${name}: ${without}`)
  }
}
