/** What the clients' names for a failure mean. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['error_max_turns', 'turn limit reached'],
  ['error_max_budget_usd', 'budget exhausted'],
  ['error_max_structured_output_retries', 'no response matched the schema'],
  ['error_during_execution', 'stopped by an error'],
  ['rate_limit', 'usage limit reached'],
  ['billing_error', 'credit exhausted'],
  ['authentication_failed', 'sign-in failed'],
  ['invalid_request', 'the API rejected the request'],
  ['server_error', 'the API failed'],
  ['overloaded', 'the API is overloaded'],
  ['max_output_tokens', 'token limit reached'],
])

/** Why something failed, in words; a new name is shown as it is. */
export const describeReason = (name: string): string =>
  reasons.get(name) ??
  (isVagueReason(name) ? 'the model was unreachable or refused' : name.replaceAll('_', ' '))

/** Names that say only that there was an error. */
const vague: ReadonlySet<string> = new Set(['success', 'api_error', 'unknown'])

/** Whether the name of a failure says only that there was one. */
export const isVagueReason = (name: string): boolean => vague.has(name)

/** Whether a failure is of the API, which then gives a reason. */
export const isApiFailure = (name: string): boolean => !name.startsWith('error_')
