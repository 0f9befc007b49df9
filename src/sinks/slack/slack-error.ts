/** A failed call to Slack. */
export class SlackError extends Error {
  override readonly name = 'SlackError'
  /** Slack's code, or ours: `unreachable`, `http-500`, `ratelimited`. */
  readonly code: string
  /** When to retry, if Slack says so. */
  readonly retryAfterMs: number | undefined
  /** The call may have succeeded nevertheless. */
  readonly mayHaveSucceeded: boolean

  /** The permission that is missing. */
  readonly needed: string | undefined

  constructor(
    code: string,
    options: {
      readonly retryAfterMs?: number
      readonly mayHaveSucceeded?: boolean
      readonly needed?: string
    } = {},
  ) {
    super(code)
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.mayHaveSucceeded = options.mayHaveSucceeded ?? false
    this.needed = options.needed
  }
}

/** Codes of temporary errors. */
const transientCodes: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'message_limit_exceeded',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
  'unreachable',
])

/** Whether a retry can help. */
export const isTransient = ({code}: SlackError): boolean => transientCodes.has(code) || /^http-5/.test(code)

/** Codes of errors with the token, which affect every call. */
const tokenCodes: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'org_login_required',
  'ekm_access_denied',
  'team_access_not_granted',
])

/** Whether the token is the problem. */
export const isTokenError = ({code}: SlackError): boolean => tokenCodes.has(code)

/** Codes of errors with one message, which a simpler one may avoid. */
const messageCodes: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
  'metadata_too_large',
  'invalid_metadata_format',
  'invalid_metadata_schema',
])

/** Whether the message is the problem, not the token or the channel. */
export const isMessageError = ({code}: SlackError): boolean => messageCodes.has(code)

/** Whether the message to update is gone or cannot be changed any more. */
export const isMissingMessage = ({code}: SlackError): boolean =>
  ['message_not_found', 'cant_update_message', 'edit_window_closed', 'thread_not_found'].includes(code)

/** Slack's page for apps. */
const app = 'https://api.slack.com/apps'

/** What each of Slack's errors means, and what to do. */
const errorTexts: ReadonlyMap<string, string> = new Map([
  ['invalid_auth', `the token is not valid. Use the Bot User OAuth Token (xoxb-…) of your app from ${app}`],
  ['not_authed', 'no token is set. Set RECOUNT_SLACK_TOKEN'],
  ['account_inactive', 'the token belongs to an app or a user that was removed. Install the app again'],
  ['token_revoked', 'the token was revoked. Install the app again and use its new token'],
  ['token_expired', 'the token has expired. Get a new one, or turn token rotation off'],
  ['not_allowed_token_type', 'this kind of token cannot do that. Use a bot token (xoxb-…)'],
  ['missing_scope', 'the app lacks a permission'],
  ['no_permission', 'the app is not allowed to do that in this workspace'],
  ['not_in_channel', 'the app is not in the channel. Write "/invite @your-app" there'],
  [
    'channel_not_found',
    "there is no such channel, or the app cannot see it. Give its id (C…, from the channel's details), and invite the app if it is private",
  ],
  ['is_archived', 'the channel is archived. Choose another one'],
  ['restricted_action', 'a setting of the workspace lets only some members write there'],
  ['restricted_action_read_only_channel', 'the channel is read-only'],
  ['restricted_action_thread_only_channel', 'only threads are allowed there. Set RECOUNT_SLACK_THREAD_TS'],
  ['ekm_access_denied', 'the administrators of the workspace have suspended posting'],
  ['team_access_not_granted', 'the app was not granted access to this workspace'],
  ['org_login_required', 'the workspace is being moved. Try again later'],
  ['thread_not_found', 'the thread in RECOUNT_SLACK_THREAD_TS does not exist'],
  ['invalid_thread_ts', 'RECOUNT_SLACK_THREAD_TS is not a message timestamp such as 1700000000.123456'],
  ['ratelimited', 'Slack is limiting requests'],
  ['unreachable', 'it cannot be reached'],
  ['no_service', 'the webhook was removed. Create a new one'],
  ['no_team', 'the workspace of the webhook is gone'],
  ['invalid_token', 'the webhook is not valid. Create a new one'],
  ['invalid_payload', 'the webhook did not understand the message'],
  ['action_prohibited', 'a workspace setting does not let the webhook post'],
  ['posting_to_general_channel_denied', 'only administrators can post in that channel'],
  ['channel_is_archived', 'the channel of the webhook is archived'],
  ['http-404', 'nothing answers at that address. Check RECOUNT_SLACK_API_URL or the webhook'],
  ['http-403', 'the address refuses the request. Check RECOUNT_SLACK_API_URL or the webhook'],
])

/** What an error of Slack means, as the end of a sentence; an unknown code is shown unchanged. */
export function describeSlackError(code: string, needed?: string): string {
  const known = errorTexts.get(code)
  if (code === 'missing_scope' && needed !== undefined)
    return `the app lacks the permission ${needed}. Add it under "OAuth & Permissions" at ${app}, and install the app again`
  if (known !== undefined) return known
  return code.startsWith('http-') ? `Slack answered with HTTP ${code.slice(5)}` : `Slack says "${code}"`
}

/** Every code that has a description, for the docs. */
export const knownSlackErrors: readonly string[] = [...errorTexts.keys()]
