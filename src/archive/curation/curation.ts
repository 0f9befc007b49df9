import {ArchiveError} from '../archive-error.ts'

/** What a user says about a session, or about one of its messages. It is only in the archive, and no file can give it back. */
export interface Curation {
  /** The user's own name of a session, shown instead of its title. */
  readonly name: string | undefined
  readonly starred: boolean
  /** The session is left out of lists and searches that do not ask for it. */
  readonly hidden: boolean
  /** In alphabetical order. */
  readonly tags: readonly string[]
  readonly note: string | undefined
}

/** A session, or one of its messages by the id of its record. */
export interface CurationTarget {
  readonly sessionId: string
  readonly messageId: string | undefined
}

/** The curation of a session or message. */
export interface CuratedItem extends CurationTarget, Curation {
  /** When it was changed last; of two versions, the newer one counts. */
  readonly changedAt: number
}

/** What to change. Missing fields stay as they are; an empty name or note is removed. */
export interface CurationChange {
  readonly name?: string | undefined
  readonly starred?: boolean | undefined
  readonly hidden?: boolean | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
  readonly note?: string | undefined
}

/** The limits of texts, in characters, and of tags. */
export const curationLimits = {id: 300, name: 200, note: 10_000, tag: 50, tags: 50} as const

/** Nothing was said. */
export const noCuration: Curation = {
  name: undefined,
  starred: false,
  hidden: false,
  tags: [],
  note: undefined,
}

/** Whether nothing is said. */
export const isUncurated = ({name, starred, hidden, tags, note}: Curation): boolean =>
  name === undefined && !starred && !hidden && tags.length === 0 && note === undefined

/** Applies a change; an invalid one is an error that says why. */
export function applyCuration(
  before: Curation,
  change: CurationChange,
  {sessionId, messageId}: CurationTarget,
): Curation {
  if (sessionId === '' || sessionId.length > curationLimits.id)
    throw new ArchiveError('Cannot change this session: its id is empty or too long.')
  if (messageId !== undefined) {
    if (messageId === '' || messageId.length > curationLimits.id)
      throw new ArchiveError('Cannot change this message: its id is empty or too long.')
    if (change.name !== undefined || change.hidden !== undefined)
      throw new ArchiveError(
        'Only sessions can be named or hidden. Messages can have a star, tags and a note.',
      )
  }
  const removed = new Set((change.removeTags ?? []).map(readTag))
  const tags = new Set(before.tags.filter((tag) => !removed.has(tag)))
  for (const tag of change.addTags ?? []) tags.add(readTag(tag))
  if (tags.size > curationLimits.tags)
    throw new ArchiveError(`Too many tags: at most ${curationLimits.tags} are allowed.`)
  return {
    name: change.name === undefined ? before.name : readText('name', oneLine(change.name)),
    starred: change.starred ?? before.starred,
    hidden: change.hidden ?? before.hidden,
    tags: [...tags].sort(),
    note: change.note === undefined ? before.note : readText('note', change.note.replaceAll('\r\n', '\n')),
  }
}

/** A tag in lower case: letters, digits and `-_./`, so that `tag:name` finds it without quotes. */
function readTag(text: string): string {
  const tag = text.trim().replace(/^#/, '').normalize('NFC').toLowerCase()
  if (!/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\-_./]*$/u.test(tag) || tag.length > curationLimits.tag)
    throw new ArchiveError(
      `Invalid tag "${oneLine(text).slice(0, curationLimits.tag)}". Use letters, digits, "-", "_", "." and "/", at most ${curationLimits.tag} characters.`,
    )
  return tag
}

function readText(kind: 'name' | 'note', text: string): string | undefined {
  const trimmed = text.trim().normalize('NFC')
  if (trimmed.length > curationLimits[kind])
    throw new ArchiveError(
      `The ${kind} is too long: ${trimmed.length} characters, at most ${curationLimits[kind]} are allowed.`,
    )
  return trimmed === '' ? undefined : trimmed
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ')

/** Makes items in a file valid again: a file may be from anyone. Gives nothing if it is no item. */
export function checkCuratedItem(value: unknown): CuratedItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(value))
  const text = (name: string): string | undefined => {
    const found = fields.get(name)
    return typeof found === 'string' ? found : undefined
  }
  const tags = fields.get('tags')
  const changed = Date.parse(text('changedAt') ?? '')
  const target = {sessionId: text('sessionId') ?? '', messageId: text('messageId')}
  if (Number.isNaN(changed)) return undefined
  const isMessage = target.messageId !== undefined
  try {
    const curation = applyCuration(
      noCuration,
      {
        name: isMessage ? undefined : (text('name') ?? ''),
        starred: fields.get('starred') === true,
        hidden: isMessage ? undefined : fields.get('hidden') === true,
        addTags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
        note: text('note') ?? '',
      },
      target,
    )
    return {...target, ...curation, changedAt: changed}
  } catch {
    return undefined
  }
}
