/** The methods of Slack's Web API that are used. */
export type SlackMethod =
  | 'auth.test'
  | 'chat.postMessage'
  | 'chat.update'
  | 'conversations.history'
  | 'conversations.list'
  | 'conversations.replies'
  | 'files.completeUploadExternal'
  | 'files.getUploadURLExternal'
  | 'reactions.add'
  | 'reactions.remove'
  | 'users.list'
  | 'users.lookupByEmail'

/** A response of Slack, not validated. */
export type SlackResponse = Readonly<Record<string, unknown>>

/** Access to Slack. It does not retry; the outbox does. */
export interface SlackApi {
  /** Fails with a `SlackError`. */
  call(method: SlackMethod, args: Readonly<Record<string, unknown>>): Promise<SlackResponse>
  /** Uploads a file to an address from Slack. */
  upload(url: string, content: string): Promise<void>
  /** Cancels running calls. */
  close(): void
  /** A webhook can only post, and does not report the result. */
  readonly postsOnly: boolean
}

/** A list in a response; empty for other values. */
export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A field of a response. */
export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined

/** A text field of a response; `undefined` if it is missing or empty. */
export function readTextField(value: unknown, name: string): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
