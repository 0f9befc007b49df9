import {type DeliveryContext, type DeliveryThread, recordStep} from '../delivery-context.ts'
import {headKey} from '../outgoing-message.ts'
import {readField, readTextField, toArray} from '../slack-api.ts'
import {describeSlackError, isTransient, SlackError} from '../slack-error.ts'
import type {ThreadState} from '../thread-state.ts'

/** The messages whose files are not sent yet. */
export function* listUnsentFiles(state: ThreadState, {forbidden}: DeliveryContext): Generator<string> {
  if (forbidden.has('files')) return
  for (const [key, {wanted}] of state.parts)
    if (wanted.file && !state.files.has(key) && state.postedWith(key)) yield key
}

/** Sends the file of a message into its thread. */
export async function sendFile(context: DeliveryContext, thread: DeliveryThread, key: string): Promise<void> {
  const {state} = thread
  const {client, problems, forbidden} = context
  const file = state.parts.get(key)?.wanted.file
  if (!file) return
  try {
    if (!(state.triedFiles.has(key) && (await hasFile(context, thread, file.name)))) {
      const length = new TextEncoder().encode(file.content).length
      const place = await client.call('files.getUploadURLExternal', {filename: file.name, length})
      await client.api.upload(readTextField(place, 'upload_url') ?? '', file.content)
      await recordStep(thread, {kind: 'file-try', key})
      await client.call('files.completeUploadExternal', {
        files: [{id: readTextField(place, 'file_id'), title: file.title}],
        channel_id: state.channel,
        ...(state.root === undefined ? {} : {thread_ts: state.root}),
      })
    }
  } catch (error) {
    if (!(error instanceof SlackError) || isTransient(error)) throw error
    forbidden.add('files')
    problems.add(
      `Cannot send a long text to Slack as a file: ${describeSlackError(error.code, error.needed)}.`,
    )
    return
  }
  await recordStep(thread, {kind: 'file', key})
}

async function hasFile(
  {client, channel}: DeliveryContext,
  {state}: DeliveryThread,
  name: string,
): Promise<boolean> {
  const response = await client.call('conversations.replies', {
    channel: state.channel ?? channel,
    ts: state.root,
    limit: 1000,
  })
  return toArray(response['messages']).some((message) =>
    toArray(readField(message, 'files')).some((file) => readField(file, 'name') === name),
  )
}

/** Slack's codes for a reaction that is already in the wanted state. */
const harmlessCodes = ['already_reacted', 'no_reaction', 'message_not_found']

/** The next call for our reaction on the first message, if one is needed. */
export function chooseReactionCall(
  {state, wantedReaction}: DeliveryThread,
  {forbidden}: Pick<DeliveryContext, 'forbidden'>,
): 'reactions.add' | 'reactions.remove' | undefined {
  const {name, sure} = state.reaction
  if (forbidden.has('reactions') || wantedReaction === undefined || !state.postedWith(headKey))
    return undefined
  if (name !== undefined && name !== wantedReaction) return 'reactions.remove'
  return name === wantedReaction && sure ? undefined : 'reactions.add'
}

/** Removes our reaction or adds the wanted one. An uncertain reaction counts as present until it is removed. */
export async function updateReaction(context: DeliveryContext, thread: DeliveryThread): Promise<void> {
  const {client, channel, problems, forbidden} = context
  const {state, wantedReaction} = thread
  const method = chooseReactionCall(thread, context)
  if (!method) return
  const adds = method === 'reactions.add'
  const name = adds ? wantedReaction : state.reaction.name
  if (adds) await recordStep(thread, {kind: 'reaction', name, sure: false})
  try {
    await client.call(method, {
      channel: state.channel ?? channel,
      timestamp: state.postedWith(headKey)?.ts,
      name,
    })
  } catch (error) {
    if (!(error instanceof SlackError) || isTransient(error)) throw error
    if (!harmlessCodes.includes(error.code)) {
      forbidden.add('reactions')
      problems.add(`Cannot react to a message in Slack: ${describeSlackError(error.code, error.needed)}.`)
      return
    }
  }
  await recordStep(thread, {kind: 'reaction', name: adds ? name : undefined, sure: true})
}
