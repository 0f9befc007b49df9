import {createHash} from 'node:crypto'
import {groupBy} from '../../../model/maps.ts'
import type {ExportSource} from './export-source.ts'
import type {KnownSession} from './manifest.ts'

/** Sessions whose files are in one folder. Their pages are in one folder as well. */
export interface Project {
  /** The folder of its pages. */
  readonly folder: string
  /** The name if no session names its folder. */
  readonly name: string
  readonly sources: readonly ExportSource[]
  readonly names: SafeNames
  /** The sessions read so far, oldest first. */
  readonly sessions: PlacedSession[]
  readonly bySource: Map<ExportSource, readonly PlacedSession[]>
}

/** A session with its place among the pages. */
export interface PlacedSession extends KnownSession {
  readonly source: ExportSource
  /** Changes with the session and with the way it is read. */
  readonly print: string
  readonly project: Project
  /** The name of its page, without the ending. */
  readonly base: string
}

/** The projects that sources belong to. */
export function groupIntoProjects(sources: readonly ExportSource[]): readonly Project[] {
  const names = new SafeNames()
  return [...groupBy(sources, ({group}) => group)].map(([group, members]) => {
    const name = members[0]?.groupName ?? group
    return {
      folder: names.nameOf(group, name),
      name,
      sources: members,
      names: new SafeNames(),
      sessions: [],
      bySource: new Map(),
    }
  })
}

/** The name of a session's page, which stays the same. */
export const pageName = ({names}: Project, source: ExportSource, id: string): string =>
  names.nameOf(`${source.key}\0${id}`, `session-${id}`)

/** Adds the sessions of a source. */
export function placeSessions(
  project: Project,
  source: ExportSource,
  print: string,
  sessions: readonly KnownSession[],
): readonly PlacedSession[] {
  const placed = sessions.map((session) => ({
    ...session,
    source,
    print,
    project,
    base: pageName(project, source, session.card.sessionId),
  }))
  project.bySource.set(source, placed)
  for (const session of placed) project.sessions.splice(rankOf(project.sessions, session), 0, session)
  return placed
}

/** How many sessions come before a session. A binary search, because a project can have thousands. */
function rankOf(sessions: readonly PlacedSession[], session: PlacedSession): number {
  let [low, high] = [0, sessions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sessions[middle]
    if (other && oldestFirst(other, session) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

const oldestFirst = (a: PlacedSession, b: PlacedSession): number =>
  (a.card.startedAt ?? 0) - (b.card.startedAt ?? 0) || (a.base < b.base ? -1 : 1)

/** A project is named after the folder of its newest session. */
export const projectTitle = ({sessions, name}: Project): string =>
  sessions.findLast(({card}) => card.cwd !== undefined)?.card.cwd ?? name

/** The file of a part, counted from 1. */
export const fileName = (base: string, part: number, ending: string): string =>
  part === 1 ? `${base}.${ending}` : `${base}-${part}.${ending}`

/** Leaves room for an ending and a number in the 255 bytes that file systems allow. */
const maxNameLength = 100

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(?:\.|$)/i

/**
 * A name for a file or folder that has only ASCII letters, digits, `-`, `_` and `.`. It cannot leave its folder, or be a
 * hidden file or a device. If it differs from the original, it ends with a hash of the original, to stay unique.
 */
function safeName(wanted: string): string {
  const plain = wanted
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '_')
    .replace(/^[._-]+/, '')
    .replace(/[._-]+$/, '')
  const fits = plain === wanted.replace(/^-/, '') && plain.length <= maxNameLength && !reserved.test(plain)
  if (fits && plain !== '') return plain
  const name = reserved.test(plain) ? `_${plain}` : plain
  return `${name.slice(0, maxNameLength)}${name === '' ? '' : '-'}${shortHash(wanted)}`
}

/** Unique names, even on file systems that ignore case. */
class SafeNames {
  readonly #owners = new Map<string, string>()

  /** The name for something, always the same; `wanted` says how it should look. */
  nameOf(owner: string, wanted: string): string {
    const name = safeName(wanted)
    const known = this.#owners.get(name.toLowerCase())
    if (known === undefined || known === owner) {
      this.#owners.set(name.toLowerCase(), owner)
      return name
    }
    return this.nameOf(owner, `${name}-${shortHash(owner)}`)
  }
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
