import type {SlackApi, SlackResponse} from './slack-api.ts'
import {SlackError} from './slack-error.ts'

/** Cancels the running call; calls are made one after the other. */
class Stopper {
  #latest: AbortController | undefined
  #isStopped = false

  /** A signal for the next call, which also aborts with the given one. */
  signal(other: AbortSignal | undefined): AbortSignal {
    const controller = new AbortController()
    this.#latest = controller
    if (this.#isStopped || other?.aborted) controller.abort()
    other?.addEventListener('abort', () => controller.abort(other.reason), {once: true})
    return controller.signal
  }

  stop(): void {
    this.#isStopped = true
    this.#latest?.abort()
  }
}

/** How to connect to Slack. */
interface WebApiOptions {
  readonly token: string
  /** Instead of Slack's own address. */
  readonly url?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** How long to wait for a response, in milliseconds. */
const defaultTimeoutMs = 15_000

/** A logger that prints nothing, because recount draws on the terminal. */
const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  setName: () => {},
}

/** Slack's Web API through its own client. It is loaded with the first call, because that takes as long as starting Node. */
export function webApi(settings: WebApiOptions): SlackApi {
  let client: ReturnType<typeof connect> | undefined
  const stopper = new Stopper()
  return {
    postsOnly: false,
    close: () => stopper.stop(),
    async call(method, args) {
      client ??= connect(settings, stopper)
      const {api, problemOf} = await client
      try {
        return toRecord(await api.apiCall(method, {...args}))
      } catch (error) {
        throw problemOf(error)
      }
    },
    async upload(url, content) {
      const target = new URL(url)
      if (target.protocol !== 'https:' && target.host !== new URL(settings.url ?? url).host)
        throw new SlackError('unsafe_upload_url')
      const answer = await fetch(target, {
        method: 'POST',
        body: content,
        redirect: 'error',
        signal: stopper.signal(AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs)),
      }).catch(() => {
        throw new SlackError('unreachable', {mayHaveSucceeded: true})
      })
      await answer.arrayBuffer().catch(() => {})
      if (!answer.ok) throw new SlackError(`http-${answer.status}`, {mayHaveSucceeded: true})
    },
  }
}

async function connect({token, url, timeoutMs}: WebApiOptions, stopper: Stopper) {
  const {LogLevel, WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebClient} = await import(
    '@slack/web-api'
  )
  const api = new WebClient(token, {
    ...(url === undefined ? {} : {slackApiUrl: url.endsWith('/') ? url : `${url}/`}),
    logger: {...silent, getLevel: () => LogLevel.ERROR},
    retryConfig: {retries: 0},
    rejectRateLimitedCalls: true,
    maxRequestConcurrency: 1,
    timeout: timeoutMs ?? defaultTimeoutMs,
    allowAbsoluteUrls: false,
    fetch: (target, init) =>
      fetch(target, {...init, redirect: 'error', signal: stopper.signal(init?.signal)}),
  })
  const problemOf = (error: unknown): SlackError => {
    if (error instanceof WebAPIRateLimitedError)
      return new SlackError('ratelimited', {retryAfterMs: error.retryAfter * 1000})
    if (error instanceof WebAPIPlatformError) return platformProblem(error.data.error, toRecord(error.data))
    if (error instanceof WebAPIHTTPError)
      return new SlackError(`http-${error.statusCode}`, {mayHaveSucceeded: error.statusCode >= 500})
    return new SlackError('unreachable', {mayHaveSucceeded: !wasRefused(error)})
  }
  return {api, problemOf}
}

/** Codes after which the call may have succeeded. */
const uncertainCodes: ReadonlySet<string> = new Set([
  'internal_error',
  'fatal_error',
  'request_timeout',
  'service_unavailable',
])

function platformProblem(code: string, data: SlackResponse): SlackError {
  const {needed} = data
  return new SlackError(code, {
    mayHaveSucceeded: uncertainCodes.has(code),
    ...(typeof needed === 'string' ? {needed} : {}),
  })
}

/** Whether the connection failed before anything was sent. */
function wasRefused(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    if ('code' in at && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(at.code))) return true
    at = 'original' in at ? at.original : at.cause
  }
  return false
}

const toRecord = (value: object): SlackResponse => Object.fromEntries(Object.entries(value))

/** An incoming webhook, which can only post to its own channel. */
export function webhookApi(url: string, timeoutMs = defaultTimeoutMs): SlackApi {
  const stopper = new Stopper()
  return {
    postsOnly: true,
    close: () => stopper.stop(),
    async call(method, args) {
      if (method !== 'chat.postMessage') throw new SlackError('not_supported')
      const {channel: _, metadata: __, ...payload} = args
      const answer = await fetch(url, {
        method: 'POST',
        headers: {'content-type': 'application/json; charset=utf-8'},
        body: JSON.stringify(payload),
        // The message must not go to another address than the one that was checked.
        redirect: 'error',
        signal: stopper.signal(AbortSignal.timeout(timeoutMs)),
      }).catch(() => {
        throw new SlackError('unreachable', {mayHaveSucceeded: true})
      })
      const said = (await answer.text().catch(() => '')).trim()
      if (answer.status === 429)
        throw new SlackError('ratelimited', {
          // It can also be a date, which counts as one second.
          retryAfterMs: (Number(answer.headers.get('retry-after')) || 1) * 1000,
        })
      if (!answer.ok) throw new SlackError(/^[a-z_]{3,60}$/.test(said) ? said : `http-${answer.status}`)
      return {}
    },
    upload: () => Promise.reject(new SlackError('not_supported')),
  }
}
