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

/** What Slack answered; what is needed of it is looked at where it is needed. */
export type SlackResponse = Readonly<Record<string, unknown>>

/** The way to Slack. Each call is made once: when to make it again is for the outbox to say. */
export interface SlackApi {
  /** Fails with a `SlackError`. */
  call(method: SlackMethod, args: Readonly<Record<string, unknown>>): Promise<SlackResponse>
  /** Sends the bytes of a file to where Slack wants them. */
  upload(url: string, content: string): Promise<void>
  /** Gives up whatever is under way. */
  close(): void
  /** A webhook can only post, and nobody tells what became of it. */
  readonly postsOnly: boolean
}

/** A list in an answer; anything else is an empty one. */
export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A field of an answer, where it has such. */
export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined

/** A text in an answer. */
export function readTextField(value: unknown, name: string): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
