import {
  describeSlackError,
  readField,
  readTextField,
  type SlackApi,
  SlackError,
} from '../../../sinks/slack/index.ts'
import {Failure} from '../../failure.ts'

/** The mention for an id or a group, which needs no lookup. */
export function plainMention(word: string): string | undefined {
  const name = word.replace(/^<?[@!]?/, '').replace(/>$/, '')
  if (/^[UW][A-Z0-9]{6,}$/.test(name)) return `<@${name}>`
  if (/^S[A-Z0-9]{6,}$/.test(name)) return `<!subteam^${name}>`
  return ['here', 'channel', 'everyone'].includes(name) ? `<!${name}>` : undefined
}

const maxPages = 20

/** The mention for a name or an email address. */
export async function resolveMention(api: SlackApi, word: string): Promise<string> {
  const known = plainMention(word)
  if (known !== undefined) return known
  if (api.postsOnly)
    throw new Failure(`Cannot mention ${word}: a webhook cannot look up names. Give the id (U…).`, 2)
  try {
    const id = /^[^@\s]+@[^@\s]+$/.test(word)
      ? await byEmail(api, word)
      : await byName(api, word.replace(/^@/, ''))
    if (id !== undefined) return `<@${id}>`
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    if (error.code !== 'users_not_found')
      throw new Failure(`Cannot mention ${word}: ${describeSlackError(error.code, error.needed)}.`, 1)
  }
  throw new Failure(`Cannot mention ${word}: no one in the workspace has that name.`, 1)
}

async function byEmail(api: SlackApi, email: string): Promise<string | undefined> {
  const response = await api.call('users.lookupByEmail', {email})
  return readTextField(response['user'], 'id')
}

async function byName(api: SlackApi, name: string): Promise<string | undefined> {
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const response = await api.call('users.list', {limit: 200, ...(cursor === undefined ? {} : {cursor})})
    const members: readonly unknown[] = Array.isArray(response['members']) ? response['members'] : []
    const found = members.find((member) => namesOf(member).includes(name.toLowerCase()))
    if (found !== undefined) return readTextField(found, 'id')
    cursor = readTextField(response['response_metadata'], 'next_cursor')
    if (cursor === undefined) return undefined
  }
  return undefined
}

function namesOf(member: unknown): readonly string[] {
  const profile = readField(member, 'profile')
  return [
    readTextField(member, 'name'),
    readTextField(profile, 'display_name'),
    readTextField(profile, 'real_name'),
  ].flatMap((name) => name?.toLowerCase() ?? [])
}
