import type {SlackApi} from './slack-api.ts'
import {SlackProblem} from './slack-problem.ts'
import {Stopper} from './stopper.ts'

const patience = 15_000

/** An incoming webhook: it posts to its own channel, and can do nothing else. */
export function webhookApi(url: string, timeoutMs = patience): SlackApi {
  const stopper = new Stopper()
  return {
    postsOnly: true,
    close: () => stopper.stop(),
    async call(method, args) {
      if (method !== 'chat.postMessage') throw new SlackProblem('not_supported')
      const {channel: _, metadata: __, ...payload} = args
      const answer = await fetch(url, {
        method: 'POST',
        headers: {'content-type': 'application/json; charset=utf-8'},
        body: JSON.stringify(payload),
        // The message goes to the address that was checked, and to no other.
        redirect: 'error',
        signal: stopper.signal(AbortSignal.timeout(timeoutMs)),
      }).catch(() => {
        throw new SlackProblem('unreachable', {unsure: true})
      })
      const said = (await answer.text().catch(() => '')).trim()
      if (answer.status === 429)
        throw new SlackProblem('ratelimited', {
          // It may also be a date, of which nothing is said.
          retryAfterMs: (Number(answer.headers.get('retry-after')) || 1) * 1000,
        })
      if (!answer.ok) throw new SlackProblem(/^[a-z_]{3,60}$/.test(said) ? said : `http-${answer.status}`)
      return {}
    },
    upload: () => Promise.reject(new SlackProblem('not_supported')),
  }
}
