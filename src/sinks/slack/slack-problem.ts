/** A call to Slack that did not go well. */
export class SlackProblem extends Error {
  override readonly name = 'SlackProblem'
  /** Slack's own word for it, or ours: `unreachable`, `http-500`, `ratelimited`. */
  readonly code: string
  /** When to try again, where Slack says so. */
  readonly retryAfterMs: number | undefined
  /** It may have been done all the same. */
  readonly unsure: boolean

  /** The permission that is missing. */
  readonly needed: string | undefined

  constructor(
    code: string,
    options: {readonly retryAfterMs?: number; readonly unsure?: boolean; readonly needed?: string} = {},
  ) {
    super(code)
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.unsure = options.unsure ?? false
    this.needed = options.needed
  }
}

/** Slack's words for trouble that passes. */
const passing: ReadonlySet<string> = new Set([
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

/** Tells whether to try again helps. */
export const isPassing = ({code}: SlackProblem): boolean => passing.has(code) || /^http-5/.test(code)

/** Trouble with who we are: nothing else will do any better. */
const withToken: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'org_login_required',
  'ekm_access_denied',
  'team_access_not_granted',
])

/** Tells whether the token is to blame, and not what was asked for. */
export const isAboutToken = ({code}: SlackProblem): boolean => withToken.has(code)

/** Trouble with one message, which a simpler one may not have. */
const withMessage: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
  'metadata_too_large',
  'invalid_metadata_format',
  'invalid_metadata_schema',
])

/** Tells whether the message is to blame, and not the token or the channel. */
export const isAboutMessage = ({code}: SlackProblem): boolean => withMessage.has(code)

/** What is to be changed is no longer there, or may no longer be changed. */
export const isGone = ({code}: SlackProblem): boolean =>
  ['message_not_found', 'cant_update_message', 'edit_window_closed', 'thread_not_found'].includes(code)
